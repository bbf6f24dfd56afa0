import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerWorker } from '../../electron/workers/host-calls.ts';
import type { HostAnswer, HostFetch, HostPorts } from '../../electron/host.ts';
import type { ToHost } from '../../electron/workers/thread-messages.ts';
import { openAddress, openFolder } from '../../electron/workers/host-client.ts';
import { canary, failureOf, never, okBody, rename } from '../remote/asking.ts';
import { fakeId } from '../support/fake-service.ts';
import { answering, closedPort, httpServer, socketServer } from '../support/http-server.ts';
import { startedPractice } from '../practice/started-practice.ts';
import { started } from '../ipc/running-core.ts';
import { askedByHost, fetchOfHost, fetchThrough } from './asked-by-host.ts';

describe('a service asked by the host', () => {
  test('gets method, headers and body, and its answer comes back whole', async () => {
    const server = await httpServer(answering(200, okBody, { 'X-Request-Id': 'r-1' }));
    expect((await rename(askedByHost(server.baseUrl))).ok).toBe(true);
    expect(server.arrived).toMatchObject([
      { method: 'PUT', path: `/v3/files/public/${fakeId(1)}`, body: '{"name":"file 1"}' },
    ]);
    expect(server.arrived[0]!.headers).toMatchObject({
      authorization: `Bearer ${canary}`,
      'content-type': 'application/json',
    });
  });

  test('refuses in its own words', async () => {
    const refusal = answering(403, { error: { code: 403, message: 'not yours' } }, { 'X-Request-Id': 'r-2' });
    const server = await httpServer(refusal);
    expect(failureOf(await rename(askedByHost(server.baseUrl)))).toMatchObject({
      ...{ kind: 'answered', status: 403, message: 'not yours', requestId: 'r-2' },
    });
  });

  test('that is not there was not sent anything', async () => {
    const failure = failureOf(await rename(askedByHost(`http://127.0.0.1:${await closedPort()}`)));
    expect(failure).toEqual({ kind: 'notSent', detail: 'the connection was refused (ERR_CONNECTION_REFUSED)' });
  });

  test('that cuts the connection may have got it', async () => {
    const { baseUrl } = await socketServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(failureOf(await rename(askedByHost(baseUrl)))).toMatchObject({ kind: 'noAnswer' });
  });

  test('behind a portal: its redirect is named and not followed', async () => {
    const portal = await httpServer(answering(200, okBody));
    const server = await httpServer((_arrived, response) =>
      response.writeHead(302, { Location: `${portal.origin}/login?back=secret` }).end(),
    );
    expect(failureOf(await rename(askedByHost(server.baseUrl)))).toEqual({
      kind: 'notOurService',
      detail: `a redirect to ${new URL(portal.origin).host} came instead, as for signing in (302)`,
    });
    expect(portal.arrived).toEqual([]);
  });

  test('is understood whatever its headers hold', async () => {
    const body = JSON.stringify(okBody);
    const names = [
      'X-Utf8: Gr\u00c3\u00bc\u00c3\u009fe',
      'X-Latin1: Gr\u00fc\u00dfe',
      'X-Pin: \u00f0\u009f\u0093\u008c',
    ];
    const head = ['HTTP/1.1 200 OK', 'Content-Type: application/json', `Content-Length: ${body.length}`, ...names];
    const bytes = Buffer.from([...head, '', body].join('\r\n'), 'latin1');
    const { baseUrl } = await socketServer((socket) => socket.once('data', () => socket.end(bytes)));
    expect(await rename(askedByHost(baseUrl))).toMatchObject({ ok: true });
  });

  test('whose answer is cut short is not believed', async () => {
    const text = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"data":`;
    const { baseUrl } = await socketServer((socket) => socket.once('data', () => socket.end(text)));
    expect(failureOf(await rename(askedByHost(baseUrl)))).toMatchObject({ kind: 'malformed' });
  });

  test('is not asked at all by a caller who has given up', async () => {
    const server = await httpServer(answering(200, okBody));
    expect(failureOf(await rename(askedByHost(server.baseUrl), AbortSignal.abort()))).toMatchObject({
      kind: 'notSent',
    });
    expect(server.connections()).toBe(0);
  });

  test('sends a list larger than a message', async () => {
    const server = await httpServer(
      answering(200, { keys: Array.from({ length: 20_000 }, () => 'x'.repeat(50)), count: 0 }),
    );
    const answer = await askedByHost(server.baseUrl).listKeys(0, null, never);
    expect(answer).toMatchObject({ ok: true, value: { setAside: 20_000 } });
  });
});

describe('an answer of the host', () => {
  /** Asks a host that answers so. `cancelled` resolves once its request has been cancelled. */
  function answeredBy(answer: Omit<HostAnswer, 'body'>) {
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    const fetch: HostFetch = (_request, signal) => {
      signal.addEventListener('abort', () => cancel());
      return Promise.resolve({ ...answer, body: new ReadableStream() });
    };
    return { response: fetchThrough(fetch)('https://files.test'), cancelled };
  }

  test('loses the headers that no response can have, and nothing else', async () => {
    const refused: [string, string][] = [
      ['x-pin', '📌'],
      ['x pin', 'no name'],
      ['x-lines', 'a\nb'],
    ];
    const { response } = answeredBy({ status: 200, headers: [...refused, ['x-request-id', 'r-1']] });
    expect([...(await response).headers]).toEqual([['x-request-id', 'r-1']]);
    await (await response).body?.cancel();
  });

  test('that is none ends the request of the host', async () => {
    const { response, cancelled } = answeredBy({ status: 999, headers: [] });
    await expect(response).rejects.toThrow('status');
    await cancelled;
  });
});

test('a core whose host can ask leaves every request to it', async () => {
  const practice = await startedPractice();
  const asked: string[] = [];
  const one = await started({
    fetch: (request, signal) => {
      asked.push(new URL(request.url).pathname);
      return fetchOfHost(request, signal);
    },
  });
  await one.get('connections.add', { name: 'Work', baseUrl: practice.baseUrl, token: practice.tokens.admin });
  await one.until('connections.list', null, ([first]) => (first?.status.caughtUpAtMs ?? null) !== null);
  expect(asked.length).toBe(practice.control.requests().length);
  expect(asked).toContain('/v3/api_keys');
});

describe('a folder and an address that the host is asked to show', () => {
  /** A thread whose host has these abilities, and what the host logged. */
  function withHost(host: Partial<HostPorts>) {
    const { port1: thread, port2 } = new MessageChannel();
    const bugs: unknown[] = [];
    const log = { error: (error: unknown) => String(bugs.push(error)), info: () => undefined };
    const ports = { log, profileDirectory: '/profile', ...host } as unknown as HostPorts;
    port2.on('message', (message: ToHost) => void answerWorker(message, ports));
    onTestFinished(() => thread.close());
    return { thread, bugs };
  }

  test('are named by the host alone', async () => {
    const shown: string[] = [];
    const show = async (what: string): Promise<boolean> => shown.push(what) > 0;
    const { thread } = withHost({ openFolder: show, openAddress: show });
    await openFolder(thread, 'profile');
    await openFolder(thread, 'updates');
    await openAddress(thread, 'https://files.test/');
    expect(shown).toEqual(['/profile', join('/profile', 'updates'), 'https://files.test/']);
  });

  test('are not shown where the host cannot', async () => {
    const { thread } = withHost({});
    expect([await openFolder(thread, 'profile'), await openAddress(thread, 'https://files.test/')]).toEqual([
      false,
      false,
    ]);
  });

  test('are not shown where showing breaks, which ends no program', async () => {
    const broken = new Error('no such program');
    const show = (): Promise<boolean> => Promise.reject(broken);
    const { thread, bugs } = withHost({ openFolder: show, openAddress: show });
    expect([await openFolder(thread, 'profile'), await openAddress(thread, 'https://files.test/')]).toEqual([
      false,
      false,
    ]);
    expect(bugs).toEqual([broken, broken]);
  });
});
