import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/durations.ts';
import type { UsageRun } from '../../../src/domain/keys/key-usage.ts';

type Sample = {
  readonly mirrorId: number;
  readonly keyId: string;
  readonly atMs: number;
  readonly uses: number;
  readonly limit: number | null;
};

const runRow = z
  .object({ at_ms: z.number(), to_ms: z.number(), uses: z.number(), use_limit: z.number().nullable() })
  .transform((row): UsageRun => ({ fromMs: row.at_ms, toMs: row.to_ms, uses: row.uses, limit: row.use_limit }));

const KEY_ROW = 'SELECT row_id FROM api_keys WHERE copy = @mirrorId AND id = @keyId';
const LATEST_RUN = `SELECT key_row, at_ms FROM key_uses WHERE key_row = (${KEY_ROW}) AND at_ms <= @atMs ORDER BY at_ms DESC LIMIT 1`;

/**
 * Adds a sample: it extends the latest run while the count and the limit are the same, and begins a run otherwise. Runs of a
 * clock that was ahead go when that clock was ahead by less than a day. Those further ahead stay, because the clock of today
 * may be the wrong one, and `usageRuns` leaves them out.
 */
export function usageSampler(db: Database): (sample: Sample) => void {
  const removeAhead = db.prepare(/* sql */ `
    DELETE FROM key_uses WHERE key_row = (${KEY_ROW}) AND at_ms > @atMs AND at_ms <= @atMs + ${DAY_MS}
  `);
  const endNow = db.prepare(
    `UPDATE key_uses SET to_ms = @atMs WHERE (key_row, at_ms) = (${LATEST_RUN}) AND to_ms > @atMs`,
  );
  const goOn = db.prepare(/* sql */ `
    UPDATE key_uses SET to_ms = @atMs WHERE (key_row, at_ms) = (${LATEST_RUN}) AND uses = @uses AND use_limit IS @limit
  `);
  const begin = db.prepare(/* sql */ `
    INSERT INTO key_uses (key_row, at_ms, to_ms, uses, use_limit)
    SELECT row_id, @atMs, @atMs, @uses, @limit FROM api_keys WHERE copy = @mirrorId AND id = @keyId
    ON CONFLICT (key_row, at_ms) DO UPDATE SET uses = excluded.uses, use_limit = excluded.use_limit
  `);
  return (sample) => {
    const { mirrorId, keyId, atMs } = sample;
    const whole = { ...sample, uses: Math.round(sample.uses) };
    removeAhead.run({ mirrorId, keyId, atMs });
    endNow.run({ mirrorId, keyId, atMs });
    if (goOn.run(whole).changes === 0) begin.run(whole);
  };
}

/** Uses of a key from before its first sample, oldest first. */
export type UsageHistory = { readonly keyId: string; readonly runs: readonly Omit<UsageRun, 'limit'>[] };

/** Adds earlier uses under the limit of the key's first sample. What overlaps samples stays out. */
export function earlierUsesAdder(db: Database): (mirrorId: number, history: UsageHistory) => void {
  const insert = db.prepare(/* sql */ `
    INSERT INTO key_uses (key_row, at_ms, to_ms, uses, use_limit)
    SELECT earliest.key_row, @fromMs, @toMs, @uses, earliest.use_limit FROM key_uses AS earliest
    WHERE (earliest.key_row, earliest.at_ms) = (
        SELECT key_row, at_ms FROM key_uses
        WHERE key_row = (SELECT row_id FROM api_keys WHERE copy = @mirrorId AND id = @keyId)
        ORDER BY at_ms LIMIT 1)
      AND earliest.at_ms > @toMs
  `);
  return (mirrorId, { keyId, runs }) => {
    // The newest first: each has to be earlier than every sample so far.
    for (const run of runs.toReversed()) insert.run({ mirrorId, keyId, ...run });
  };
}

/** The usage runs of one key, oldest first. A run from after the key's last check is of a clock that was ahead. */
export function usageRuns(db: Database): (mirrorId: number, keyId: string) => readonly UsageRun[] {
  const select = db.prepare<[number, string], unknown>(/* sql */ `
    SELECT at_ms, to_ms, uses, use_limit FROM api_keys AS stored JOIN key_uses ON key_row = stored.row_id
    WHERE stored.copy = ? AND stored.id = ? AND at_ms <= stored.seen_at_ms ORDER BY at_ms
  `);
  return (mirrorId, keyId) => select.all(mirrorId, keyId).map((row) => runRow.parse(row));
}

/** Age and span: of runs older than the age, one for each span is enough to draw a line. */
const THINNED = [
  [7 * DAY_MS, HOUR_MS],
  [60 * DAY_MS, DAY_MS],
] as const;

/**
 * Thins old runs, of which a key in constant use has one for every scan: the last one of each span stays. Once a day, and by
 * a clock that a sample of a day before confirms: one that is years ahead would take all runs for old ones.
 */
export function downsample(db: Database): (nowMs: number) => void {
  // The end of the span bounds the search: without it, every run would look through all later ones of its key.
  const thin = db.prepare(/* sql */ `
    DELETE FROM key_uses WHERE at_ms < @beforeMs AND EXISTS (
      SELECT 1 FROM key_uses AS later
      WHERE later.key_row = key_uses.key_row AND later.at_ms > key_uses.at_ms
        AND later.at_ms < (key_uses.at_ms / CAST(@spanMs AS INTEGER) + 1) * CAST(@spanMs AS INTEGER)
        AND later.uses >= key_uses.uses)
  `);
  const selectNewest = db.prepare<[number], unknown>('SELECT max(at_ms) FROM key_uses WHERE at_ms <= ?').pluck();
  let thinnedAtMs: number | null = null;
  return (nowMs) => {
    if (thinnedAtMs !== null && Math.abs(nowMs - thinnedAtMs) < DAY_MS) return;
    thinnedAtMs = nowMs;
    const newestMs = z
      .number()
      .nullable()
      .parse(selectNewest.get(nowMs - DAY_MS));
    if (newestMs === null) return;
    for (const [olderMs, spanMs] of THINNED) thin.run({ beforeMs: newestMs + DAY_MS - olderMs, spanMs });
  };
}
