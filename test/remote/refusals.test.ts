import { describe, expect, test } from 'vitest';
import { isFromService, readMessage } from '../../electron/remote/response-body.ts';
import { answering, httpServer } from '../support/http-server.ts';
import { canary, connected, failureOf, rename, renaming } from './asking.ts';

const answered = (status: number, message: string) => ({
  kind: 'answered',
  status,
  message,
  requestId: null,
  retryAfterMs: null,
});

describe('the words of a refusal', () => {
  test.each<[string, unknown, string]>([
    [
      'code and message',
      { error: { code: 401, message: 'no Authorization header found' } },
      'no Authorization header found',
    ],
    [
      'reason and details',
      { error: { reason: 'NO_SCOPES_FOUND', details: 'this key has none' } },
      'NO_SCOPES_FOUND: this key has none',
    ],
    ['reason alone', { error: { reason: 'NO_SCOPES_FOUND' } }, 'NO_SCOPES_FOUND'],
    ['details in parts', { error: { reason: 'BAD', details: { name: ['long'] } } }, 'BAD: {"name":["long"]}'],
    ['an error that is a text', { error: 'not authenticated' }, 'not authenticated'],
    ['a message alone', { message: 'no' }, 'no'],
    ['JSON of no known shape', { oops: [1] }, '{"oops":[1]}'],
    ['a JSON text', '"no"', 'no'],
    ['no words', '', 'Unauthorized'],
    ['only blanks', { error: ' \n ' }, 'Unauthorized'],
    ['broken JSON', '{"error":', '{"error":'],
    ['JSON too deep to read', '['.repeat(70), '['.repeat(70)],
    ['control characters', { error: 'a\u0000b\nc\u001b[31m' }, 'a b c [31m'],
    ['several lines', { error: ' a\r\n\r\n\tb \n' }, 'a b'],
    ['as many of them as fit', { error: 'x'.repeat(300) }, 'x'.repeat(300)],
    ['half a surrogate pair', '{"error":"a\\ud800"}', 'a\ufffd'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff]), 'a\ufffd'],
  ])('%s', async (_shape, body, message) => {
    expect(failureOf(await renaming(answering(401, body)))).toEqual(answered(401, message));
  });

  test('plain text', async () => {
    const answer = await renaming(answering(403, 'not allowed', { 'Content-Type': 'text/plain' }));
    expect(failureOf(answer)).toEqual(answered(403, 'not allowed'));
  });

  test('more of them than fit are cut at 300 characters', async () => {
    const answer = await renaming(answering(400, { error: 'x'.repeat(1_000) }));
    expect(failureOf(answer)).toEqual(answered(400, `${'x'.repeat(299)}…`));
  });

  test('of a body that comes in one piece, longer than anybody reads, the beginning is read', async () => {
    const body = new Blob([`the name is too long${' '.repeat(100_000)}`]).stream();
    expect(await readMessage(new Response(body), 70_000)).toBe(`the name is too long${' '.repeat(70_000 - 20)}`);
    const pieces = new ReadableStream<Uint8Array>({
      start: (to) => [Buffer.alloc(100, 'a'), Buffer.alloc(100_000, 'b')].forEach((piece) => to.enqueue(piece)),
    });
    expect(await readMessage(new Response(pieces), 101)).toBe(`${'a'.repeat(100)}b`);
  });

  test('the token is taken out before they are cut', async () => {
    for (let lead = 270; lead < 300; lead++) {
      const answer = await renaming(answering(400, { error: `${'x'.repeat(lead)}${canary}` }));
      expect(JSON.stringify(answer)).not.toContain('canary');
    }
  });

  test('the request id and the time to wait go along', async () => {
    const answer = await renaming(
      answering(
        429,
        { error: 'slow down' },
        { 'X-Request-Id': 'r-1', 'Retry-After': '60', Date: 'Tue, 01 Sep 2026 10:00:00 GMT' },
      ),
    );
    expect(failureOf(answer)).toEqual({ ...answered(429, 'slow down'), requestId: 'r-1', retryAfterMs: 60_000 });
  });

  test('a date to wait for is read against the answer’s own clock', async () => {
    const headers = { 'Retry-After': 'Tue, 01 Sep 2026 10:00:30 GMT', Date: 'Tue, 01 Sep 2026 10:00:00 GMT' };
    expect(failureOf(await renaming(answering(503, '', headers)))).toMatchObject({ retryAfterMs: 30_000 });
  });

  test('a status counts even when its words are cut off', async () => {
    const answer = await renaming((_arrived, response) => {
      response.writeHead(422, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"error"', () => response.destroy());
    });
    expect(failureOf(answer)).toEqual(answered(422, 'Unprocessable Entity'));
  });

  test('an endless refusal is read only as far as its first words need', async () => {
    const answer = await renaming(answering(400, 'y'.repeat(10_000_000), { 'Content-Type': 'text/plain' }));
    expect(failureOf(answer)).toEqual(answered(400, `${'y'.repeat(299)}…`));
  });
});

describe('who refused', () => {
  const page = '<!DOCTYPE html><title>Sign in</title>';
  const inHtml = (status: number) => renaming(answering(status, page, { 'Content-Type': 'text/html; charset=utf-8' }));

  test.each([400, 401, 402, 403, 409, 412, 422, 451])('%i as a web page is not our service', async (status) => {
    expect(failureOf(await inHtml(status))).toEqual({
      kind: 'notOurService',
      detail: `a web page came instead, as a proxy or a sign-in page sends it (${status})`,
    });
  });

  test.each([
    [404, 'Not Found'],
    [405, 'Method Not Allowed'],
    [408, 'Request Timeout'],
    [410, 'Gone'],
    [413, 'Payload Too Large'],
    [429, 'Too Many Requests'],
    [500, 'Internal Server Error'],
    [502, 'Bad Gateway'],
    [503, 'Service Unavailable'],
    [504, 'Gateway Timeout'],
    [520, 'no reason given'],
  ])('%i as a web page is a router or a gateway, without its page', async (status, message) => {
    expect(failureOf(await inHtml(status))).toEqual(answered(status, message));
  });

  test('a web page is known by its beginning when it claims to be something else', async () => {
    const asJson = await renaming(answering(401, page));
    expect(failureOf(asJson)).toMatchObject({ kind: 'notOurService' });
    const asText = await renaming(answering(502, page, { 'Content-Type': 'text/plain' }));
    expect(failureOf(asText)).toEqual(answered(502, 'Bad Gateway'));
  });

  test('a refusal of another type is not the service’s either, and a breakdown is told without its page', async () => {
    const inXml = (status: number) => renaming(answering(status, '<no/>', { 'Content-Type': 'application/xml' }));
    expect(failureOf(await inXml(401))).toEqual({
      kind: 'notOurService',
      detail: 'something else answered: 401, no JSON',
    });
    expect(failureOf(await inXml(502))).toEqual(answered(502, 'Bad Gateway'));
  });

  test('a sign-in page is not waited for, and its connection is let go', async () => {
    const closed = Promise.withResolvers<void>();
    const answer = await renaming((_arrived, response) => {
      response.on('close', closed.resolve);
      response.writeHead(401, { 'Content-Type': 'text/html' }).write(page);
    });
    expect(failureOf(answer)).toMatchObject({ kind: 'notOurService' });
    await closed.promise;
  });

  test('511 is never the service, whatever its type, nor is 407', async () => {
    expect(failureOf(await renaming(answering(511, { error: 'x' })))).toMatchObject({ kind: 'notOurService' });
    // `fetch` reports a 407 as a broken connection; another one may hand it out.
    expect(isFromService(407, 'json')).toBe(false);
  });

  test('421 says that the request came to another server, and nothing about the edit', async () => {
    expect(failureOf(await renaming(answering(421, { error: 'Misdirected Request' })))).toEqual({
      kind: 'notOurService',
      detail: 'the request came to a server that does not answer for this address (421)',
    });
  });

  test('a 404 in plain text, as routers give it, is a 404', async () => {
    const answer = await renaming(answering(404, '404 page not found', { 'Content-Type': 'text/plain' }));
    expect(failureOf(answer)).toEqual(answered(404, '404 page not found'));
  });
});

describe('redirects', () => {
  test.each([300, 301, 302, 303, 304, 307, 308])(
    '%i is followed nowhere: the other host receives nothing',
    async (status) => {
      const elsewhere = await httpServer(answering(200, {}));
      const { baseUrl, arrived } = await httpServer((_arrived, response) =>
        response.writeHead(status, { Location: `${elsewhere.origin}/v3/files` }).end(),
      );
      expect(failureOf(await rename(connected(baseUrl)))).toEqual({
        kind: 'notOurService',
        detail: `a redirect to ${new URL(elsewhere.origin).host} came instead, as for signing in (${status})`,
      });
      expect([arrived.length, elsewhere.connections()]).toEqual([1, 0]);
    },
  );

  test.each(['/v3/again', 'javascript:alert(1)', 'file:///etc/passwd', ''])(
    'to %j are not followed either',
    async (location) => {
      const { baseUrl, arrived } = await httpServer((_arrived, response) =>
        response.writeHead(307, { Location: location }).end(),
      );
      expect(failureOf(await rename(connected(baseUrl)))).toEqual({
        kind: 'notOurService',
        detail: 'a redirect came instead (307)',
      });
      expect(arrived).toHaveLength(1);
    },
  );
});
