import { keyChecks } from './key-checks.ts';
import { nameChecks } from './name-checks.ts';
import { answering, askingFor, eachKey, withHeader, type Sabotage } from './sabotage.ts';

const KEY_FIELD = 'each field of a key that is there has its type';
const LIMITED = 'limitedUse=true shows the keys that have max_uses and no others';
const EXHAUSTED = 'exhausted=true with limitedUse=true shows the used up keys and no others';
const TOGETHER = 'revoked and limitedUse narrow the list together';
const SKIPS = 'offset skips that many keys';

/** All checks that look at listed keys. The practice service refuses `exhausted` alone, so that lists nothing. */
const LISTING_CHECKS = [...keyChecks, ...nameChecks]
  .map(({ name }) => name)
  .filter((name) => name !== 'exhausted=true alone is refused or without effect');

export const aboutKeys: readonly Sabotage[] = [
  {
    name: 'it wraps keys in data',
    spoil: answering(/api_keys/, (body) => ({ data: body })),
    noticedBy: LISTING_CHECKS,
  },
  {
    name: 'it lists keys as text',
    spoil: withHeader('Content-Type', 'text/plain', /api_keys/),
    noticedBy: LISTING_CHECKS,
  },
  {
    name: 'it writes count as text',
    spoil: answering(/api_keys/, (body) => ({ ...body, count: String(body['count']) })),
    noticedBy: ['keys come in an object with keys and count'],
  },
  {
    name: 'it writes times without milliseconds',
    spoil: eachKey((key) => ({ ...key, createdAt: '2024-01-01T00:00:00Z' })),
    noticedBy: [KEY_FIELD],
  },
  {
    name: 'it leaves ids of keys out',
    spoil: eachKey((key) => ({ ...key, id: null })),
    noticedBy: LISTING_CHECKS.filter((name) => name !== 'keys come in an object with keys and count'),
  },
  {
    name: 'it writes uses as text',
    spoil: eachKey((key) => ({ ...key, uses: String(key['uses']) })),
    noticedBy: [KEY_FIELD, EXHAUSTED],
  },
  {
    name: 'it writes flags of endpoints as text',
    spoil: eachKey((key) => ({ ...key, scopes: { admin: false, endpoints: { pinning: { pinFileToIPFS: 'yes' } } } })),
    noticedBy: ['scopes hold groups of endpoint flags and an admin flag'],
  },
  {
    name: 'it ignores revoked',
    spoil: askingFor((query) => query.delete('revoked')),
    noticedBy: ['revoked=true shows only revoked keys', TOGETHER],
  },
  {
    name: 'it ignores limitedUse',
    spoil: askingFor((query) => (query.delete('limitedUse'), query.delete('exhausted'))),
    noticedBy: [LIMITED, EXHAUSTED, TOGETHER],
  },
  { name: 'it ignores exhausted', spoil: askingFor((query) => query.delete('exhausted')), noticedBy: [EXHAUSTED] },
  {
    name: 'it takes limitedUse for exhausted',
    spoil: askingFor((query) => query.has('limitedUse') && query.set('exhausted', 'true')),
    noticedBy: [LIMITED],
  },
  {
    name: 'it leaves some exhausted keys out',
    spoil: askingFor((query) => query.has('exhausted') && query.set('name', '%CI%')),
    noticedBy: [EXHAUSTED],
  },
  {
    name: 'it takes exhausted alone for both',
    spoil: askingFor((query) => query.has('exhausted') && query.set('limitedUse', 'true')),
    noticedBy: ['exhausted=true alone is refused or without effect'],
  },
  {
    name: 'it follows only the first filter',
    spoil: askingFor((query) => query.has('revoked') && query.delete('limitedUse')),
    noticedBy: [TOGETHER],
  },
  {
    name: 'it ignores offset',
    spoil: askingFor((query) => query.delete('offset')),
    noticedBy: [SKIPS, 'offset reaches an empty page without a duplicate'],
  },
  {
    name: 'it counts offset in pairs',
    spoil: askingFor((query) => query.set('offset', String(Number(query.get('offset')) * 2))),
    noticedBy: [LIMITED, EXHAUSTED, SKIPS],
  },
];

export const aboutNames: readonly Sabotage[] = [
  {
    name: 'it minds the letter case',
    spoil: eachKey((key, url) => {
      const letters = (url.searchParams.get('name') ?? '').replace(/[\\%_]/g, '').slice(1, 2);
      return String(key['name']).includes(letters) ? key : null;
    }),
    noticedBy: ['name finds a key whatever the letter case'],
  },
  {
    name: 'it ignores name',
    spoil: askingFor((query) => query.delete('name')),
    noticedBy: ['name shows only keys whose name matches'],
  },
  {
    name: 'it takes the percent sign literally',
    spoil: askingFor((query) => query.has('name') && query.set('name', query.get('name')!.replace('%', '\\%'))),
    noticedBy: ['a percent sign in name stands for any text'],
  },
  {
    name: 'it takes the underscore literally',
    spoil: askingFor((query) => query.has('name') && query.set('name', query.get('name')!.replace(/^_/, '\\_'))),
    noticedBy: ['an underscore in name stands for one character'],
  },
];
