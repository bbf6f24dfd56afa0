import SQLite, { type Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { keysTable } from '../../../electron/database/keys/keys-table.ts';
import { aKey, connectionA, observedKey } from '../../support/builders.ts';
import { aProfile, closedAfterwards } from '../../support/database.ts';
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
  return { db, statements, scanEnds };
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
  const { db, statements, scanEnds } = aMirrorOf('busy');
  scanEnds(nowMs);
  const thinnings = statements.filter((sql) => /DELETE FROM key_uses/.test(sql));
  const plans = thinnings.map((sql) => JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()));
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
  const { statements, scanEnds } = aMirrorOf('busy');
  const thinnings = (): number => statements.filter((sql) => /DELETE FROM key_uses/.test(sql)).length;
  for (let scan = 0; scan < 288; scan++) scanEnds(nowMs + scan * 5 * MINUTE_MS);
  expect(thinnings()).toBe(2);
  scanEnds(nowMs + DAY_MS);
  expect(thinnings()).toBe(4);
});

test('samples are thinned again when the clock was set back by more than a day', () => {
  const { statements, scanEnds } = aMirrorOf('busy');
  for (const atMs of [nowMs + 365 * DAY_MS, nowMs]) scanEnds(atMs);
  expect(statements.filter((sql) => /DELETE FROM key_uses/.test(sql))).toHaveLength(4);
});
