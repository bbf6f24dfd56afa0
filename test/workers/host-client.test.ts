import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MessageChannel } from 'node:worker_threads';
import type { ClientRequest, Session } from 'electron';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerWorker } from '../../electron/workers/host-calls.ts';
import type { HostPorts } from '../../electron/host.ts';
import type { ToHost } from '../../electron/workers/thread-messages.ts';
import { hostFetch, openAddress, openFolder } from '../../electron/workers/host-client.ts';
import { httpService } from '../../electron/remote/http-service.ts';
import type { RequestLimits } from '../../electron/remote/http-request.ts';
import { sessionFetch } from '../../electron/shell/session-fetch.ts';
import { StandInRequest } from '../electron-stand-in/net-request.ts';
import { canary, failureOf, never, okBody, rename } from '../remote/asking.ts';
import { fakeId } from '../support/fake-service.ts';
import { answering, closedPort, httpServer, type Script, socketServer } from '../support/http-server.ts';
import { startedPractice } from '../practice/started-practice.ts';
import { started } from '../ipc/running-core.ts';

const ours = {} as Session;
const asSession = sessionFetch((options) => {
  // The session of its own must be named in every single request.
  if (options.session !== ours || options.useSessionCookies !== false) throw new Error('Not the session of services');
  return new StandInRequest(options) as unknown as ClientRequest;
}, ours);

/** A service that is asked by the host, over a port as between two threads. */
function askedByHost(
  baseUrl: string,
  limits: Partial<RequestLimits> = {},
  around = (fetch: typeof globalThis.fetch): typeof globalThis.fetch => fetch,
) {
  const { port1: thread, port2: host } = new MessageChannel();
  host.on('message', (message: ToHost) => void answerWorker(message, { fetch: asSession } as unknown as HostPorts));
  onTestFinished(() => thread.close());
  return httpService({ baseUrl, token: canary, limits, fetch: around(hostFetch(thread)) });
}

/** Begins its answer and never ends it. */
const fallingSilent: Script = (_arrived, response) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');

/** Does something while the body of the answer is awaited. */
const onceAnswered =
  (act: () => Promise<void>) =>
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    void act();
    return response;
  };

/** Collects garbage, as V8 does by itself between a question and its answer. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  for (let times = 0; times < 5; times++) {
    // A collection keeps what this turn has made.
    await nextTurn();
    runInNewContext('gc()');
  }
}

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

  test('that is silent, or falls silent, is given up on in time', async () => {
    const silent = await httpServer(() => undefined);
    expect(failureOf(await rename(askedByHost(silent.baseUrl, { headersMs: 50 })))).toEqual({
      ...{ kind: 'noAnswer', detail: 'no answer in time' },
    });
    const halfway = await httpServer(fallingSilent);
    const failure = failureOf(await rename(askedByHost(halfway.baseUrl, { headersMs: 30_000, totalMs: 500 })));
    expect(failure).toEqual({ kind: 'noAnswer', detail: 'the answer did not end in time' });
  });

  test('that is silent is given up on in time after a garbage collection too', async () => {
    const silent = await httpServer(collectGarbage);
    expect(failureOf(await rename(askedByHost(silent.baseUrl, { headersMs: 500 })))).toEqual({
      ...{ kind: 'noAnswer', detail: 'no answer in time' },
    });
  });

  test('that falls silent is given up on in time after a garbage collection too', async () => {
    const { baseUrl } = await httpServer(fallingSilent);
    const service = askedByHost(baseUrl, { headersMs: 30_000, totalMs: 1000 }, onceAnswered(collectGarbage));
    expect(failureOf(await rename(service))).toEqual({ kind: 'noAnswer', detail: 'the answer did not end in time' });
  });

  test('is left by a caller who gives up after a garbage collection, before the answer and within it', async () => {
    const [before, within] = [new AbortController(), new AbortController()];
    const silent = await httpServer(async () => {
      await collectGarbage();
      before.abort();
    });
    expect(failureOf(await rename(askedByHost(silent.baseUrl), before.signal))).toEqual({
      ...{ kind: 'noAnswer', detail: 'given up before an answer came' },
    });
    const halfway = await httpServer(fallingSilent);
    const leaving = onceAnswered(async () => {
      await collectGarbage();
      within.abort();
    });
    expect(failureOf(await rename(askedByHost(halfway.baseUrl, {}, leaving), within.signal))).toEqual({
      ...{ kind: 'noAnswer', detail: 'given up before the answer was complete' },
    });
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

test('a core whose host can ask leaves every request to it', async () => {
  const practice = await startedPractice();
  const asked: string[] = [];
  const one = await started({
    fetch: (request, signal) => {
      asked.push(new URL(request.url).pathname);
      return asSession(request, signal);
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
