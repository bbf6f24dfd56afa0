import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { lastDays } from '../../../src/domain/library/days.ts';
import type { ArrivedEdits } from '../../../src/domain/library/news.ts';
import { numberOf } from '../sqlite/column-parsers.ts';

/** Counts the updates of files that a service took, from the attempts, which stay for 30 days. Yields after each day. */
export function arrivedEdits(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
): (connectionId: ConnectionId, sinceMs: number | null, nowMs: number) => Promise<ArrivedEdits> {
  const count = db
    .prepare<[string, number, number], unknown>(
      /* sql */ `
      SELECT count(*) FROM attempts INDEXED BY attempts_answered
      WHERE connection_id = ? AND outcome = 'answered' AND ended_at_ms >= ? AND ended_at_ms < ?
    `,
    )
    .pluck();
  const within = (id: ConnectionId, fromMs: number, beforeMs: number): number =>
    db.open ? numberOf(count.get(id, fromMs, beforeMs)) : 0;
  return async (connectionId, sinceMs, nowMs) => {
    const byDay: ArrivedEdits['byDay'] = [];
    for (const { day, fromMs, beforeMs } of lastDays(nowMs)) {
      byDay.push({ day, count: within(connectionId, fromMs, beforeMs) });
      await yieldToEventLoop();
    }
    return { byDay, arrived: sinceMs === null ? null : within(connectionId, sinceMs, nowMs + 1) };
  };
}
