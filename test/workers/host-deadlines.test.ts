import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { failureOf, rename } from '../remote/asking.ts';
import { httpServer, type Script } from '../support/http-server.ts';
import { askedByHost } from './asked-by-host.ts';

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
});
