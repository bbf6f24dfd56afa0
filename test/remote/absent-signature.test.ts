import { describe, expect, test } from 'vitest';
import { answering, httpServer, type Script } from '../support/http-server.ts';
import { connected, failureOf, never } from './asking.ts';

const notSigned = { ok: true, value: { signature: null } };

/** What a signature is asked for gives at a server that answers so. */
async function asked(script: Script) {
  const server = await httpServer(script);
  return await connected(server.baseUrl).signature('public', 'bafy1', never);
}

/** @param type an empty one sends no `Content-Type` */
const notFound = (type: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  asked((_arrived, response) =>
    response.writeHead(404, { ...headers, ...(type === '' ? {} : { 'Content-Type': type }) }).end(body),
  );

describe('a 404 says that nobody signed', () => {
  test.each([
    { error: { code: 404, message: 'signature not found' } },
    { error: { reason: 'NOT_FOUND', details: 'no signature' } },
    { error: 'not signed' },
    { data: null },
    { data: {} },
    { data: { cid: 'bafy1', signature: null } },
    { data: { signature: '' } },
  ])('in the words of the service: %j', async (body) => {
    expect(await asked(answering(404, body))).toEqual(notSigned);
  });

  test.each(['application/json', 'text/plain', ''])('without a body of the type "%s"', async (type) => {
    expect(await notFound(type, '')).toEqual(notSigned);
  });

  test.each([
    ['text/plain', 'signature not found'],
    ['application/json', '{"message":"signature not found"}'],
  ])('in other words of the type %s, with the id that the service gives each request', async (type, body) => {
    expect(await notFound(type, body, { 'X-Request-Id': 'r1' })).toEqual(notSigned);
  });
});

describe('a 404 says nothing about the signature', () => {
  test.each([
    ['text/html', '<html><body>404 Not Found</body></html>'],
    ['text/html', ''],
    ['application/xhtml+xml', '<html/>'],
    ['application/json', '<!doctype html><title>404</title>'],
    ['', '<html><body>404 Not Found</body></html>'],
    ['text/plain', '<html><body>404 Not Found</body></html>'],
  ])('in a page of a gateway, of the type "%s": %s', async (type, body) => {
    for (const headers of [{}, { 'X-Request-Id': 'r1' }])
      expect(failureOf(await notFound(type, body, headers))).toMatchObject({ kind: 'notOurService' });
  });

  test.each([
    ['text/plain', 'default backend - 404'],
    ['application/xml', '<Error><Code>NoSuchKey</Code></Error>'],
    ['application/json', '{"message":"no Route matched with those values"}'],
    ['application/json', '"Not Found"'],
    ['application/json', '{"error":'],
    ['application/json', '{"data":{"cid":"bafy1","signature":"0xab"}}'],
  ])("in words that are not the service's, of the type %s: %s", async (type, body) => {
    expect(failureOf(await notFound(type, body))).toMatchObject({ kind: 'notOurService' });
  });

  test('when it is cut short', async () => {
    const cut = asked((_arrived, response) => {
      response.writeHead(404, { 'Content-Type': 'application/json', 'Content-Length': '40', 'X-Request-Id': 'r1' });
      response.write('{"error":');
      setTimeout(() => response.destroy(), 20);
    });
    expect(failureOf(await cut)).toEqual({ kind: 'malformed', detail: 'the answer was cut short', requestId: 'r1' });
  });
});
