import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  activityEvent,
  type ActivityEntry,
  type ActivityEvent,
  activityLimits,
  type ActivityOrigin,
  folded,
  originOf,
  ownChange,
} from '../../../src/domain/activity/activity.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { dayBeginsMs } from '../../../src/domain/core/text.ts';
import { textOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

const newestRow = z.object({ number: z.number(), event_json: z.string() });

/** What happened to each connection, up to a number of events; the retention of the outbox ends them by age. */
export function activityTable(db: Database, limits: { events: number } = activityLimits) {
  const { atomically } = transactions(db);
  const insert = db.prepare<[string, number, string, string]>(
    'INSERT INTO activity (connection_id, at_ms, origin, event_json) VALUES (?, ?, ?, ?)',
  );
  const selectNewest = db.prepare<[string], unknown>(
    'SELECT number, event_json FROM activity WHERE connection_id = ? ORDER BY number DESC LIMIT 1',
  );
  const replace = db.prepare<[number, string, number]>(
    'UPDATE activity SET at_ms = ?, event_json = ? WHERE number = ?',
  );
  const removeBeyond = db.prepare<[string, string, number]>(/* sql */ `
    DELETE FROM activity WHERE connection_id = ? AND number <= (
      SELECT number FROM activity WHERE connection_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
  `);

  function put(id: ConnectionId, event: ActivityEvent, atMs: number): void {
    const row = selectNewest.get(id);
    const newest = row === undefined ? null : newestRow.parse(row);
    const before = newest === null ? null : readEvent(newest.event_json);
    const together = before === null ? null : folded(before, event);
    if (newest !== null && together !== null) replace.run(atMs, JSON.stringify(together), newest.number);
    else insert.run(id, atMs, originOf(event), JSON.stringify(event));
  }

  return {
    /** Notes events that happened at one time, in their order, and forgets what is beyond the number. */
    put: (id: ConnectionId, events: readonly ActivityEvent[], atMs: number): void =>
      atomically(() => {
        for (const event of events) put(id, event, atMs);
        removeBeyond.run(id, id, limits.events);
      }),
    list: activityLister(db),
  };
}
export type ActivityTable = ReturnType<typeof activityTable>;

/** Null for an event of a later release. */
function readEvent(json: string): ActivityEvent | null {
  return activityEvent.safeParse(JSON.parse(json)).data ?? null;
}

const listedRow = z.object({
  id: z.string(),
  at_ms: z.number(),
  origin: z.enum(['mine', 'elsewhere', 'app']),
  about_json: z.string(),
});

/** The change sets of the outbox stand among the events; the outbox keeps them for as long as it can undo them. */
const LISTED = /* sql */ `
  SELECT 'e' || number AS id, at_ms, origin, event_json AS about_json, 1 AS kind_order, number
  FROM activity WHERE connection_id = @connectionId AND (@origin IS NULL OR origin = @origin)
    AND at_ms >= @fromMs AND at_ms < @beforeMs
  UNION ALL
  SELECT 'c' || id, created_at_ms, 'mine', json_object(
    'kind', 'changeSet', 'changeSet', id, 'title', title, 'files', files, 'queued', queued, 'held', held,
    'needsYou', conflicted + refused + gone, 'settled', settled, 'discarded', discarded), 0, number
  FROM change_sets WHERE connection_id = @connectionId AND (@origin IS NULL OR @origin = 'mine')
    AND created_at_ms >= @fromMs AND created_at_ms < @beforeMs
  ORDER BY at_ms DESC, kind_order, number DESC LIMIT @limit
`;

type Listed = {
  readonly origin: ActivityOrigin | null;
  /** A day of this computer's calendar; null for all. */
  readonly day: string | null;
  readonly limit: number;
};

function activityLister(db: Database) {
  const select = db.prepare<[object], unknown>(LISTED);
  /** Newest first. */
  return (
    connectionId: ConnectionId,
    { origin, day, limit }: Listed,
  ): { readonly entries: ActivityEntry[]; readonly isMore: boolean } => {
    const fromMs = day === null ? 0 : dayBeginsMs(day);
    const beforeMs = day === null ? Number.MAX_SAFE_INTEGER : dayBeginsMs(day, 1);
    const rows = select
      .all({ connectionId, origin, fromMs, beforeMs, limit: limit + 1 })
      .map((row) => listedRow.parse(row));
    const entries = rows
      .slice(0, limit)
      .flatMap(({ id, at_ms: atMs, origin: by, about_json: json }): ActivityEntry[] => {
        const about = by === 'mine' ? ownChange.parse(JSON.parse(textOf(json))) : readEvent(json);
        return about === null ? [] : [{ id, atMs, origin: by, about }];
      });
    return { entries, isMore: rows.length > limit };
  };
}
