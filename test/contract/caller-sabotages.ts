import { answering, askingAt, inData, serving, withHeader, type Sabotage } from './sabotage.ts';

const NO_HEADER = 'no operation succeeds without an Authorization header';
const PROMISED = 'a signature carries the promised headers';
const IN_DATA = 'a signature comes in data with the CID asked for';

export const aboutCallers: readonly Sabotage[] = [
  {
    name: 'its address has no version',
    spoil: (right) => ({
      ...right,
      baseUrl: right.baseUrl.replace('/v3', '/latest'),
      fetch: (url, init) => right.fetch(url.replace('/latest', '/v3'), init),
    }),
    noticedBy: ['the base address carries the version segment v3'],
  },
  {
    name: 'it gives signatures without a token',
    spoil: serving((given) => given === null, /signature/),
    noticedBy: [NO_HEADER],
  },
  {
    name: 'it lists keys without a token',
    spoil: serving((given) => given === null, /api_keys/),
    noticedBy: [NO_HEADER],
  },
  {
    name: 'it updates files without a token',
    spoil: serving((given) => given === null, /^PUT/),
    noticedBy: [NO_HEADER],
  },
  {
    name: 'it serves any token',
    spoil: serving((given) => given?.includes('invented') === true),
    noticedBy: ['no operation succeeds with an invented token'],
  },
  {
    name: 'it serves tokens that lack the permission',
    spoil: serving((given, right) => given === `Bearer ${right.unscopedToken}`),
    noticedBy: ['a signature needs the permission org:files:read'],
  },
];

export const aboutSignatures: readonly Sabotage[] = [
  {
    name: 'it leaves the charset out',
    spoil: withHeader('Content-Type', 'application/json'),
    noticedBy: ['a signature answers 200 with JSON in UTF-8'],
  },
  { name: 'it leaves the request id out', spoil: withHeader('X-Request-Id', null), noticedBy: [PROMISED] },
  { name: 'it leaves the date out', spoil: withHeader('Date', null), noticedBy: [PROMISED] },
  { name: 'it leaves the length out', spoil: withHeader('Content-Length', null), noticedBy: [PROMISED] },
  { name: 'it leaves Connection out', spoil: withHeader('Connection', null), noticedBy: [PROMISED] },
  {
    name: 'it leaves subdomains out',
    spoil: withHeader('Strict-Transport-Security', 'max-age=3600'),
    noticedBy: [PROMISED],
  },
  {
    name: 'it answers a signature without data',
    spoil: answering(/signature/, ({ data }) => data),
    noticedBy: [IN_DATA],
  },
  {
    name: 'it answers the signature of other content',
    spoil: inData(/signature/, (record) => ({ ...record, cid: 'bafkreiother' })),
    noticedBy: [IN_DATA],
  },
  {
    name: 'it answers a signature without 0x',
    spoil: inData(/signature/, (record) => ({ ...record, signature: String(record['signature']).slice(2) })),
    noticedBy: [IN_DATA],
  },
  {
    name: 'it has signatures on networks that are not there',
    spoil: askingAt((url) => url.replace('/neither/signature', '/public/signature')),
    noticedBy: ['a signature is found on the networks public and private only'],
  },
];
