import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { environmentFetch } from '../../electron/remote/environment-fetch.ts';
import { httpService } from '../../electron/remote/http-service.ts';
import { interceptedMessage } from '../../electron/remote/error-response.ts';
import { fakeId } from '../support/fake-service.ts';
import { answering, closedPort, httpServer } from '../support/http-server.ts';
import { forwardProxy } from '../support/proxy.ts';
import { certificatePath, tlsServer } from '../support/tls-server.ts';
import { canary, failureOf, never, okBody, rename, renaming } from './asking.ts';

const program = fileURLToPath(new URL('ask-in-child.ts', import.meta.url));

type Environment = Readonly<Record<string, string>>;

/** Asks a service called `service.test`, which no name server knows, from another process. */
async function askInChild(port: number, environment: Environment): Promise<unknown> {
  const env = { PATH: process.env['PATH'], ASKING_TOKEN: canary, ...environment };
  const words = [program, `https://service.test:${port}/v3`, fakeId(1)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  return JSON.parse(stdout);
}

const through = (environment: Environment, baseUrl = 'https://service.test/v3') =>
  httpService({ baseUrl, token: canary, fetch: environmentFetch(environment) });

describe('through the proxy of the environment', () => {
  test('a service with a certificate of one’s own is asked, and the proxy sees the host and no token', async () => {
    const { port, authorizations } = await tlsServer(okBody);
    const proxy = await forwardProxy(port);
    const asked = await askInChild(port, { HTTPS_PROXY: proxy.address, NODE_EXTRA_CA_CERTS: certificatePath });
    expect(asked).toEqual({ ok: true });
    expect(proxy.asked).toEqual([`service.test:${port}`]);
    expect(authorizations).toEqual([`Bearer ${canary}`]);
    expect(proxy.carried().includes(canary)).toBe(false);
  });

  test('a certificate that nobody was told to trust is refused before the token is sent', async () => {
    const { port, authorizations } = await tlsServer(okBody);
    const proxy = await forwardProxy(port);
    expect(await askInChild(port, { HTTPS_PROXY: proxy.address })).toMatchObject({
      failure: { kind: 'notSent', detail: 'the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)' },
    });
    expect(authorizations).toEqual([]);
  });

  test('a host that NO_PROXY excepts is asked directly', async () => {
    const { port } = await tlsServer(okBody);
    const proxy = await forwardProxy(port);
    const environment = { HTTPS_PROXY: proxy.address, NO_PROXY: 'example.com,.test' };
    expect(failureOf(await rename(through(environment)))).toMatchObject({ kind: 'notSent' });
    expect(proxy.asked).toEqual([]);
  });

  test.each(['*', ' * ', 'example.com, *'])('NO_PROXY=%s excepts every host', async (all) => {
    const proxy = await forwardProxy(await closedPort(), { status: 403, words: '' });
    for (const address of [proxy.address, 'socks5://127.0.0.1:1080']) {
      const failure = failureOf(await rename(through({ HTTPS_PROXY: address, NO_PROXY: all })));
      expect(failure).toMatchObject({ kind: 'notSent', detail: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) });
    }
    expect(proxy.asked).toEqual([]);
  });

  test('this computer is always asked directly, whatever the environment says', async () => {
    const proxy = await forwardProxy(await closedPort());
    const server = await httpServer(answering(200, okBody));
    const environment = { HTTPS_PROXY: proxy.address, HTTP_PROXY: proxy.address, http_proxy: proxy.address };
    expect((await rename(through(environment, server.baseUrl))).ok).toBe(true);
    expect(proxy.asked).toEqual([]);
  });

  test.each([
    [407, 'a proxy asks for a name and a password (407)'],
    [403, 'a proxy did not let this through to the service (403)'],
  ])('a proxy that answers %d itself is told from the service: %s', async (status, detail) => {
    const proxy = await forwardProxy(await closedPort(), { status, words: '<html>No</html>' });
    const failure = failureOf(await rename(through({ HTTPS_PROXY: proxy.address })));
    expect(failure).toEqual({ kind: 'notOurService', detail });
  });

  test('a proxy that is not there keeps the request from being sent', async () => {
    const failure = failureOf(await rename(through({ https_proxy: `http://127.0.0.1:${await closedPort()}` })));
    expect(failure).toEqual({ kind: 'notSent', detail: 'the connection was refused (ECONNREFUSED)' });
  });

  test('names in lower case win over those in upper case, and a proxy may be named without its scheme', async () => {
    const proxy = await forwardProxy(await closedPort(), { status: 403, words: '' });
    const seen = async (environment: Environment) => {
      const before = proxy.asked.length;
      const failure = failureOf(await rename(through(environment)));
      return [failure.kind, proxy.asked.length - before];
    };
    const here = ` ${new URL(proxy.address).host} `;
    const elsewhere = 'socks5://127.0.0.1:1080';
    expect(await seen({ https_proxy: here, HTTPS_PROXY: elsewhere })).toEqual(['notOurService', 1]);
    expect(await seen({ HTTPS_PROXY: here, no_proxy: 'other.test', NO_PROXY: '*' })).toEqual(['notOurService', 1]);
    expect(await seen({ HTTPS_PROXY: here, NO_PROXY: 'other.test' })).toEqual(['notOurService', 1]);
    expect(await seen({ HTTPS_PROXY: here, no_proxy: '.test', NO_PROXY: 'other.test' })).toEqual(['notSent', 0]);
  });

  test.each([{}, { HTTPS_PROXY: '  ' }, { https_proxy: '', HTTPS_PROXY: 'http://127.0.0.1:1' }])(
    'where the environment names none there is none: %j',
    (environment: Environment) => {
      expect(environmentFetch(environment)).toBe(globalThis.fetch);
    },
  );

  test.each(['socks5://127.0.0.1:1080', 'xhttp://127.0.0.1:1080', 'http://', 'http://:'])(
    '%s is no proxy, and is not passed by',
    async (proxy) => {
      expect(failureOf(await rename(through({ HTTPS_PROXY: proxy })))).toMatchObject({
        kind: 'notSent',
        detail: expect.stringContaining('ERR_PROXY_ADDRESS'),
      });
    },
  );

  test('without a proxy in the environment Node’s own fetch is used', () => {
    expect(environmentFetch({ NO_PROXY: '*' })).toBe(globalThis.fetch);
  });
});

describe('something between us and the service', () => {
  test.each([
    [
      302,
      'text/html',
      'https://login.portal.example/?back=secret',
      'a redirect to login.portal.example came instead, as for signing in (302)',
    ],
    [307, 'text/html', '/login', 'a redirect came instead (307)'],
    [200, 'text/html; charset=utf-8', null, 'a web page came instead, as a proxy or a sign-in page sends it (200)'],
    [403, 'text/html', null, 'a web page came instead, as a proxy or a sign-in page sends it (403)'],
    [511, 'text/html', null, 'the network asks to sign in first (511)'],
    [200, 'application/xml', null, 'something else answered: 200, no JSON'],
  ])('%d with %s and a redirect to %s: %s', async (status, type, location, detail) => {
    const headers = { 'Content-Type': type, ...(location === null ? {} : { Location: location }) };
    const failure = failureOf(await renaming(answering(status, '<!doctype html><p>Sign in', headers)));
    expect(failure).toEqual({ kind: 'notOurService', detail });
  });

  test('that answers 407 is told apart where it can be: Node’s own fetch makes a broken connection of it', async () => {
    expect(interceptedMessage(new Response(null, { status: 407 }), (text) => text)).toBe(
      'a proxy asks for a name and a password (407)',
    );
    expect(failureOf(await renaming(answering(407, '')))).toMatchObject({ kind: 'noAnswer' });
  });

  test('is not asked a second time by following it', async () => {
    const portal = await httpServer(answering(200, okBody));
    const server = await httpServer(answering(302, '', { Location: `${portal.origin}/login` }));
    await httpService({ baseUrl: server.baseUrl, token: canary }).readFile('public', fakeId(1), never);
    expect(portal.arrived).toEqual([]);
  });
});
