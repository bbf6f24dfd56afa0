import { expect, test } from 'vitest';
import { startPractice } from '../../../electron/practice/server.ts';
import { httpService } from '../../../electron/remote/http-service.ts';
import { RateLimit } from '../../../electron/remote/rate-limit.ts';
import { rateLimited } from '../../../electron/remote/service-decorators.ts';
import { pullKeys } from '../../../electron/sync/pull/pull-keys.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { SyncWorld } from '../../support/sync-world.ts';

const PER_MINUTE = 240;
const KEYS = 5_000;

test('5,000 keys at ten per page keep to 240 requests a minute, and go on where an abandoned check stopped', async () => {
  const switches = { keysPageSize: 10, unfilteredIncludesRevoked: false };
  const practice = await startPractice({ databasePath: ':memory:', fileCount: 0, keyCount: KEYS, switches });
  const startedMs: number[] = [];
  const clock = new ManualClock();
  const counted: typeof fetch = (...words) => {
    startedMs.push(clock.nowMs());
    return fetch(...words);
  };
  const http = httpService({ baseUrl: practice.baseUrl, token: practice.tokens.admin, fetch: counted });
  const world = new SyncWorld({ service: rateLimited(http, new RateLimit(PER_MINUTE, clock)) });
  const held = (): unknown => world.mirrorDb.prepare('SELECT count(*) FROM api_keys').pluck().get();

  const first = new AbortController();
  const abandoned = pullKeys(world.ports, first.signal);
  while (startedMs.length < 250) await elapse(clock);
  first.abort();
  expect(await abandoned).toMatchObject({ ok: false });
  expect(held()).toBeGreaterThan(2_000);
  expect(held()).toBeLessThan(KEYS);

  let isOver = false;
  const whole = pullKeys(world.ports, new AbortController().signal).finally(() => (isOver = true));
  while (!isOver) await elapse(clock);
  expect(await whole).toEqual({ ok: true, value: null });
  expect(held()).toBe(KEYS);
  expect(world.mirrorDb.prepare('SELECT count(*) FROM api_keys WHERE missing_since_ms > 0').pluck().get()).toBe(0);
  // One page may have been asked for twice: the one that was on its way.
  expect(startedMs.length).toBeLessThanOrEqual(KEYS / 10 + 5);
  const busiest = Math.max(...startedMs.map((at) => startedMs.filter((one) => one > at - 60_000 && one <= at).length));
  expect(busiest).toBeLessThanOrEqual(PER_MINUTE);
  await practice.close();
});

/** Lets what is under way get on, and time too when somebody waits for it. */
async function elapse(clock: ManualClock): Promise<void> {
  const wakeMs = clock.nextWakeMs;
  if (wakeMs === null) await new Promise((resolve) => setImmediate(resolve));
  else await clock.advance(wakeMs - clock.nowMs());
}
