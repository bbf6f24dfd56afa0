import { expect, test } from 'vitest';
import { Services } from '../../electron/workers/writer/services.ts';
import type { Connection } from '../../src/domain/connections/connection.ts';
import { aConnection } from '../support/builders.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** @returns how many of 200 requests start at once */
async function startedAtOnce(over: Partial<Connection>, requestsPerMinute?: number): Promise<number> {
  let started = 0;
  const fetch = (): Promise<Response> => {
    started += 1;
    return Promise.resolve(Response.json({ keys: [], count: 0 }));
  };
  const clock = new ManualClock();
  const services = new Services({ clock, fetch, requestsPerMinute, onRequest: () => undefined });
  const service = services.serviceFor(aConnection({ baseUrl: 'http://127.0.0.1:9/v3', ...over }), 'a-token');
  const given = new AbortController();
  const answers = Array.from({ length: 200 }, () => service.listKeys(0, null, given.signal));
  await clock.settle();
  given.abort();
  await Promise.all(answers);
  return started;
}

test('a service on this computer is asked as politely as any other', async () => {
  expect(await startedAtOnce({ kind: 'service' })).toBe(40);
  expect(await startedAtOnce({ kind: 'service', requestsPerMinute: 60 })).toBe(10);
});

test('the practice service has no limit, and neither has a test that asks for none', async () => {
  expect(await startedAtOnce({ kind: 'practice' })).toBe(200);
  expect(await startedAtOnce({ kind: 'service' }, 1_000_000)).toBe(200);
});

test('a page of files whose answer is too large is asked for again with fewer rows', async () => {
  const limits: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (asked) => {
    const limit = new URL(asked instanceof Request ? asked.url : asked).searchParams.get('limit');
    limits.push(limit);
    return Promise.resolve(Response.json({ data: { files: Array(limit === '10' ? 10 : 200_000).fill(null) } }));
  };
  const services = new Services({ clock: new ManualClock(), fetch, onRequest: () => undefined });
  const service = services.serviceFor(aConnection({ baseUrl: 'http://127.0.0.1:9/v3' }), 'a-token');
  const page = await service.listFiles('public', null, 1_000, new AbortController().signal);
  expect(page).toMatchObject({ ok: true, value: { rows: 10 } });
  expect(limits).toEqual(['1000', '100', '10']);
});
