import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { CID } from 'multiformats/cid';
import * as digest from 'multiformats/hashes/digest';
import { expect, test } from 'vitest';
import { localhostFetch } from '../../electron/remote/localhost-fetch.ts';
import { GatewayImages } from '../../electron/remote/gateway-images.ts';
import { gatewayUrl } from '../../src/domain/gateways/gateway.ts';
import { pictureLimits } from '../../src/domain/gateways/picture.ts';
import { answering, closedPort, httpServer, type Script } from '../support/http-server.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const RAW = 0x55;
const DAG_PB = 0x70;
const cidOf = (codec: number, bytes: Uint8Array): string =>
  CID.createV1(codec, digest.create(0x12, createHash('sha256').update(bytes).digest())).toString();
const tagged = (tag: number, bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
/** A UnixFS file in one block. */
const BLOCK = tagged(0x0a, Buffer.concat([Buffer.from([8, 2]), tagged(0x12, PNG)]));
const RAW_CID = cidOf(RAW, PNG);
const BLOCK_CID = cidOf(DAG_PB, BLOCK);

const limits = { ...pictureLimits, bytes: 1_000, totalMs: 30_000 };
const sending = (body: Buffer | string, type = 'image/png') => answering(200, body, { 'Content-Type': type });

async function fetched(script: Script, cid = RAW_CID, totalMs = limits.totalMs) {
  const server = await httpServer(script);
  const images = new GatewayImages({ fetch: globalThis.fetch, nowMs: () => 0, limits: { ...limits, totalMs } });
  return { result: await images.fetch(gatewayUrl(server.origin, cid) ?? '', cid), server };
}

test('the bytes of a raw CID are checked, and the request holds the address and nothing about the person', async () => {
  const { result, server } = await fetched(sending(PNG));
  expect(result).toEqual({ ok: true, value: { type: 'image/png', bytes: PNG, check: 'matches' } });
  expect(server.arrived).toHaveLength(1);
  const [{ headers, path, method }] = server.arrived as [(typeof server.arrived)[number]];
  expect([method, path]).toEqual(['GET', `/ipfs/${RAW_CID}`]);
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization']));
  expect([headers.cookie, headers.authorization, headers.referer, headers.origin]).toEqual(Array(4).fill(undefined));
});

test('the request names neither this app nor the languages of the person, whatever the host of the program would say', async () => {
  const { server } = await fetched(sending(BLOCK, 'application/vnd.ipld.raw'), BLOCK_CID);
  expect(server.arrived.map(({ headers }) => [headers['user-agent'], headers['accept-language']])).toEqual([
    ['Mozilla/5.0', '*'],
  ]);
});

test('a cookie that a gateway sets is never sent back', async () => {
  const server = await httpServer(
    answering(200, PNG, { 'Content-Type': 'image/png', 'Set-Cookie': 'who=me; Path=/; Max-Age=9999' }),
  );
  const images = new GatewayImages({ fetch: globalThis.fetch, nowMs: () => 0, limits });
  const url = gatewayUrl(server.origin, RAW_CID) ?? '';
  await images.fetch(url, RAW_CID);
  await images.fetch(url, RAW_CID);
  expect(server.arrived.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
});

test('a small picture of very many pixels is not shown: it would take gigabytes of memory', async () => {
  const size = Buffer.from([0, 0, 0x59, 0xd8, 0, 0, 0x59, 0xd8]);
  const huge = Buffer.concat([PNG.subarray(0, 16), size, PNG.subarray(24)]);
  expect((await fetched(sending(huge), cidOf(RAW, huge))).result).toEqual({ ok: false, failure: 'tooManyPixels' });
});

test('other bytes than the CID names are no picture of the file', async () => {
  const other = Buffer.concat([PNG, Buffer.from('!')]);
  expect((await fetched(sending(other))).result).toEqual({ ok: false, failure: 'differs' });
});

test('a file in one block is asked for as a block, and checked', async () => {
  const { result, server } = await fetched(sending(BLOCK, 'application/vnd.ipld.raw'), BLOCK_CID);
  expect(result).toEqual({ ok: true, value: { type: 'image/png', bytes: PNG, check: 'matches' } });
  expect(server.arrived.map(({ path, headers }) => [path, headers.accept])).toEqual([
    [`/ipfs/${BLOCK_CID}?format=raw`, 'application/vnd.ipld.raw'],
  ]);
});

test('a block that only leads to further blocks is no content: the file is asked for, and is not checked', async () => {
  const links = tagged(0x12, tagged(0x0a, Buffer.from('a link')));
  const script: Script = ({ path }, response) =>
    path.endsWith('?format=raw')
      ? response.writeHead(200, { 'Content-Type': 'application/vnd.ipld.raw' }).end(links)
      : response.writeHead(200).end(PNG);
  const { result, server } = await fetched(script, cidOf(DAG_PB, links));
  expect(result).toEqual({ ok: true, value: { type: 'image/png', bytes: PNG, check: 'notChecked' } });
  expect(server.arrived.map(({ headers }) => headers.accept)).toEqual([
    'application/vnd.ipld.raw',
    'image/png, image/jpeg, image/gif, image/webp',
  ]);
});

test('another block than the CID names is a lie', async () => {
  const { result } = await fetched(sending(PNG, 'application/vnd.ipld.raw; version=1'), BLOCK_CID);
  expect(result).toEqual({ ok: false, failure: 'differs' });
});

test.for([
  ['refuses blocks', (response: ServerResponse) => response.writeHead(406).end()],
  ['does not know blocks', (response: ServerResponse) => response.writeHead(200).end(PNG)],
  ['sends a block beyond the limit', (response: ServerResponse) => response.writeHead(200).end(Buffer.alloc(5_000))],
] as const)('a gateway that %s is asked for the file, which is not checked', async ([, answer]) => {
  const script: Script = ({ path }, response) =>
    path.endsWith('?format=raw') ? answer(response) : response.writeHead(200).end(PNG);
  const { result, server } = await fetched(script, BLOCK_CID);
  expect(result).toEqual({ ok: true, value: { type: 'image/png', bytes: PNG, check: 'notChecked' } });
  expect(server.arrived).toHaveLength(2);
});

test('a gateway that does not have the block is not asked for the file', async () => {
  const { result, server } = await fetched(answering(404, ''), BLOCK_CID);
  expect(result).toEqual({ ok: false, failure: 'notFound' });
  expect(server.arrived).toHaveLength(1);
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const page = Buffer.from('<!doctype html><script>alert(1)</script>');
test.for([
  ['an SVG', svg],
  ['a page', page],
] as const)('%s that calls itself a picture is none, also where its bytes are the right ones', async ([, body]) => {
  expect((await fetched(sending(body), cidOf(RAW, body))).result).toEqual({ ok: false, failure: 'notAnImage' });
});

test('a body beyond the limit is not read to its end', async () => {
  expect((await fetched(sending(Buffer.alloc(5_000)))).result).toEqual({ ok: false, failure: 'tooLarge' });
});

test.for([
  ['before its headers', (): void => undefined],
  ['within its body', (response: ServerResponse): void => void response.writeHead(200).write('x')],
] as const)('a gateway that falls silent %s is too slow', async ([, begin]) => {
  const { result } = await fetched((_arrived, response) => begin(response), RAW_CID, 300);
  expect(result).toEqual({ ok: false, failure: 'tooSlow' });
});

test.for([300, 301, 308])('a redirect by %i within the gateway is followed', async (status) => {
  const { result } = await fetched(({ path }, response) =>
    path.startsWith('/ipfs/')
      ? response.writeHead(status, { Location: '/here' }).end()
      : response.writeHead(200).end(PNG),
  );
  expect(result).toMatchObject({ ok: true, value: { check: 'matches' } });
});

test('a redirect to another address is not, and nothing arrives there', async () => {
  const elsewhere = await httpServer(sending(PNG));
  const { result } = await fetched(answering(302, '', { Location: `${elsewhere.origin}/x` }));
  expect(result).toEqual({ ok: false, failure: 'redirected' });
  expect(elsewhere.arrived).toEqual([]);
});

test('redirects without end come to an end', async () => {
  const { result, server } = await fetched(answering(302, '', { Location: '/again' }));
  expect(result).toEqual({ ok: false, failure: 'redirected' });
  expect(server.arrived).toHaveLength(limits.redirects + 1);
});

test.for([
  [404, 'notFound'],
  [410, 'notFound'],
  [204, 'refused'],
  [400, 'refused'],
  [403, 'refused'],
  [502, 'refused'],
] as const)('%i is %s', async ([status, failure]) => {
  expect((await fetched(answering(status, ''))).result).toEqual({ ok: false, failure });
});

test('a gateway that is away is not reached', async () => {
  const images = new GatewayImages({ fetch: globalThis.fetch, nowMs: () => 0, limits });
  const url = `http://127.0.0.1:${await closedPort()}/ipfs/${RAW_CID}`;
  expect(await images.fetch(url, RAW_CID)).toEqual({ ok: false, failure: 'notReached' });
});

test('a subdomain gateway of this computer is asked there, whatever the resolver of the system makes of its name', async () => {
  const server = await httpServer(sending(PNG));
  const { port } = new URL(server.origin);
  const notAsked = () => Promise.reject(new Error('asked elsewhere'));
  const images = new GatewayImages({ fetch: localhostFetch(notAsked), nowMs: () => 0, limits });
  const url = gatewayUrl(`http://{cid}.ipfs.localhost:${port}`, RAW_CID) ?? '';
  expect(await images.fetch(url, RAW_CID)).toMatchObject({ ok: true, value: { check: 'matches' } });
  expect(server.arrived.map(({ path, headers }) => [path, headers.host])).toEqual([
    ['/', `${RAW_CID}.ipfs.localhost:${port}`],
  ]);
});

test('every other host, and localhost itself, is asked as ever', async () => {
  const asked: string[] = [];
  const fetch = localhostFetch((input) => {
    asked.push(new Request(input).url);
    return Promise.resolve(new Response('as ever'));
  });
  for (const url of ['http://localhost:1/x', 'https://evillocalhost/', 'https://x.localhost.evil.example/']) {
    expect(await (await fetch(new URL(url))).text()).toBe('as ever');
  }
  expect(asked).toHaveLength(3);
});

test('a clock that is set back stops no picture for longer than a minute', async () => {
  const server = await httpServer(sending(PNG));
  let nowMs = 1_000_000_000;
  const images = new GatewayImages({
    fetch: globalThis.fetch,
    nowMs: () => nowMs,
    limits: { ...limits, perMinute: 1 },
  });
  const url = gatewayUrl(server.origin, RAW_CID) ?? '';
  expect(await images.fetch(url, RAW_CID)).toMatchObject({ ok: true });
  nowMs -= 500_000_000;
  expect(await images.fetch(url, RAW_CID)).toMatchObject({ ok: true });
  expect(await images.fetch(url, RAW_CID)).toEqual({ ok: false, failure: 'tooMany' });
});

test('no more pictures are asked for than a minute may have', async () => {
  const server = await httpServer(sending(PNG));
  let nowMs = 1_000_000;
  const images = new GatewayImages({
    fetch: globalThis.fetch,
    nowMs: () => nowMs,
    limits: { ...limits, perMinute: 1 },
  });
  const url = gatewayUrl(server.origin, RAW_CID) ?? '';
  expect(await images.fetch(url, RAW_CID)).toMatchObject({ ok: true });
  expect(await images.fetch(url, RAW_CID)).toEqual({ ok: false, failure: 'tooMany' });
  nowMs += 59_999;
  expect(await images.fetch(url, RAW_CID)).toEqual({ ok: false, failure: 'tooMany' });
  nowMs += 1;
  expect(await images.fetch(url, RAW_CID)).toMatchObject({ ok: true });
});

test('whoever asks for the next picture gives up the one before, whose request ends', async () => {
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = await httpServer(({ path }, response) => {
    if (path !== '/first') return response.writeHead(200).end(PNG);
    response.on('close', closed.resolve);
    return asked.resolve();
  });
  const images = new GatewayImages({ fetch: globalThis.fetch, nowMs: () => 0, limits: pictureLimits });
  const first = images.fetch(`${server.origin}/first`, RAW_CID);
  await asked.promise;
  expect(await images.fetch(`${server.origin}/second`, RAW_CID)).toMatchObject({ ok: true });
  await closed.promise;
  expect(await first).toEqual({ ok: false, failure: 'replaced' });
});
