import SQLite, { type Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { keysTable } from '../../../electron/database/keys/keys-table.ts';
import { openReader } from '../../../electron/database/read-only-database.ts';
import { keyId } from '../../../src/domain/core/ids.ts';
import { aKey, connectionA, observedKey } from '../../support/builders.ts';
import { aProfile, closedAfterwards, noPause } from '../../support/database.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const nowMs = Date.UTC(2026, 5, 1);

type Sample = { readonly keyRow: number; readonly atMs: number; readonly uses: number };

/** A mirror with keys that were listed now, and the statements that ran on it. */
function aMirrorOf(...ids: readonly string[]) {
  const statements: string[] = [];
  const db = closedAfterwards(new SQLite(aProfile().mirrorPath, { verbose: (sql) => statements.push(String(sql)) }));
  const table = keysTable(db);
  table.put(
    connectionA,
    ids.map((id) => observedKey(aKey({ id, maxUses: 10_000, uses: 0 }))),
    { seenAtMs: nowMs, scanId: 'first' },
  );
  const scanEnds = (atMs: number): void => void table.markMissing(connectionA, ['first'], atMs);
  const thinnings = (): readonly string[] => statements.filter((sql) => /DELETE FROM key_uses .* EXISTS/.test(sql));
  return { db, thinnings, scanEnds };
}

function keep(db: Database, samples: readonly Sample[]): void {
  db.exec('DELETE FROM key_uses');
  const insert = db.prepare('INSERT INTO key_uses (key_row, at_ms, to_ms, uses) VALUES (?, ?, ?, ?)');
  for (const { keyRow, atMs, uses } of samples) insert.run(keyRow, atMs, atMs, uses);
}

const kept = (db: Database): unknown =>
  db.prepare('SELECT key_row AS keyRow, at_ms AS atMs, uses FROM key_uses ORDER BY key_row, at_ms').all();

/** The rule in plain words: an old sample goes when a later one of its span says at least as much. */
function thinned(samples: readonly Sample[], beforeMs: number, spanMs: number): readonly Sample[] {
  const spanOf = (one: Sample): number => Math.floor(one.atMs / spanMs);
  const isSaidLater = (one: Sample): boolean =>
    samples.some(
      (later) =>
        later.keyRow === one.keyRow && later.atMs > one.atMs && spanOf(later) === spanOf(one) && later.uses >= one.uses,
    );
  return samples.filter((one) => one.atMs >= beforeMs || !isSaidLater(one));
}

test('thinning looks for a later sample within the span of each, and not through all that follow it', () => {
  const { db, thinnings, scanEnds } = aMirrorOf('busy');
  scanEnds(nowMs + DAY_MS);
  const plans = thinnings().map((sql) => JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()));
  const range = expect.stringContaining('SEARCH later USING PRIMARY KEY (key_row=? AND at_ms>? AND at_ms<?)');
  expect(plans).toEqual([range, range]);
});

test('thinning keeps what its rule keeps, whatever the samples are', () => {
  const { db } = aMirrorOf('one', 'two');
  const random = seededRandom(7);
  const below = (end: number): number => Math.floor(random.next() * end);
  const samplesOf = (keyRow: number): readonly Sample[] => {
    const often = Array.from({ length: 100 }, (_, step) => nowMs - 80 * DAY_MS + step * 10 * MINUTE_MS);
    const seldom = Array.from({ length: 300 }, () => nowMs - below(90 * DAY_MS));
    const times = new Set([...often, ...seldom, nowMs - DAY_MS]);
    return [...times].toSorted((a, b) => a - b).map((atMs) => ({ keyRow, atMs, uses: below(30) }));
  };
  for (let round = 0; round < 20; round++) {
    const samples = [1, 2].flatMap(samplesOf);
    keep(db, samples);
    keysTable(db).markMissing(connectionA, ['first'], nowMs);
    const hourly = thinned(samples, nowMs - 7 * DAY_MS, HOUR_MS);
    expect(kept(db)).toEqual(thinned(hourly, nowMs - 60 * DAY_MS, DAY_MS));
  }
});

test('samples are thinned once a day, however often the keys are scanned', () => {
  const { thinnings, scanEnds } = aMirrorOf('busy');
  for (let scan = 0; scan < 288; scan++) scanEnds(nowMs + DAY_MS + scan * 5 * MINUTE_MS);
  expect(thinnings()).toHaveLength(2);
  scanEnds(nowMs + 2 * DAY_MS);
  expect(thinnings()).toHaveLength(4);
});

test('samples are thinned again when the clock was set back by more than a day', () => {
  const { thinnings, scanEnds } = aMirrorOf('busy');
  for (const atMs of [nowMs + 365 * DAY_MS, nowMs + DAY_MS]) scanEnds(atMs);
  expect(thinnings()).toHaveLength(4);
});

/** A key of which each check finds one use more, checked every hour. */
function aKeyInUse() {
  const { mirror, mirrorPath } = aProfile();
  const table = keysTable(mirror);
  const reader = openReader(mirrorPath, noPause);
  let uses = 0;
  const check = (atMs: number, more = 1): void => {
    uses += more;
    const key = observedKey(aKey({ id: 'busy', maxUses: 10_000, uses }));
    table.put(connectionA, [key], { seenAtMs: atMs, scanId: `at ${atMs}` });
    table.markMissing(connectionA, [`at ${atMs}`], atMs);
  };
  const checkHourly = (fromMs: number, hours: number): void => {
    for (let hour = 0; hour < hours; hour++) check(fromMs + hour * HOUR_MS);
  };
  const get = () => reader.keyGet(connectionA, keyId.parse('busy'));
  return { db: mirror, check, checkHourly, get, times: () => get()?.runs.map(({ fromMs }) => fromMs) };
}

const hoursFrom = (fromMs: number, hours: number): readonly number[] =>
  Array.from({ length: hours }, (_, hour) => fromMs + hour * HOUR_MS);

test('one check while the clock is ten years ahead costs no sample from before it, and the forecast goes on', () => {
  const { check, checkHourly, get, times } = aKeyInUse();
  checkHourly(nowMs, 240);
  check(nowMs + 3_650 * DAY_MS);
  checkHourly(nowMs + 240 * HOUR_MS, 120);
  expect(get()?.forecast).toMatchObject({ kind: 'runsOut' });
  expect(times()).toEqual(hoursFrom(nowMs, 360));
});

test('one check while the clock is years behind hides the samples for that check only', () => {
  const { check, checkHourly, times } = aKeyInUse();
  checkHourly(nowMs, 48);
  check(nowMs - 3_650 * DAY_MS);
  expect(times()).toEqual([nowMs - 3_650 * DAY_MS]);
  checkHourly(nowMs + 48 * HOUR_MS, 1);
  expect(times()).toEqual([nowMs - 3_650 * DAY_MS, ...hoursFrom(nowMs, 49)]);
});

test('samples of a clock that was some hours ahead go before the clock comes to them, where they would look like a reset', () => {
  const { checkHourly, get, times } = aKeyInUse();
  checkHourly(nowMs, 24);
  checkHourly(nowMs + 24 * HOUR_MS + 3.5 * HOUR_MS, 2);
  checkHourly(nowMs + 24 * HOUR_MS, 24);
  expect(times()).toEqual(hoursFrom(nowMs, 48));
  expect(get()?.forecast).toMatchObject({ kind: 'runsOut', observedMs: 47 * HOUR_MS });
});

test('a count that a clock ahead found the same was seen until the right time, and not for years', () => {
  const { check, get } = aKeyInUse();
  check(nowMs);
  check(nowMs + 3_650 * DAY_MS, 0);
  check(nowMs + HOUR_MS, 0);
  expect(get()?.runs).toEqual([{ fromMs: nowMs, toMs: nowMs + HOUR_MS, uses: 1, limit: 10_000 }]);
  check(nowMs + 3_650 * DAY_MS, 0);
  check(nowMs + 2 * HOUR_MS);
  expect(get()?.runs).toEqual([
    { fromMs: nowMs, toMs: nowMs + 2 * HOUR_MS, uses: 1, limit: 10_000 },
    { fromMs: nowMs + 2 * HOUR_MS, toMs: nowMs + 2 * HOUR_MS, uses: 2, limit: 10_000 },
  ]);
});

test('a key is idle since its count was first seen at the right time, whatever a clock ahead saw', () => {
  const { check, get } = aKeyInUse();
  check(nowMs);
  check(nowMs + 3_650 * DAY_MS);
  check(nowMs + HOUR_MS);
  expect(get()?.idleSinceMs).toBe(nowMs + HOUR_MS);
});
