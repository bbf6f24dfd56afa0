import type { ListingCursor } from '../../database/mirror/mirror.ts';
import type { SyncPorts } from '../ports.ts';

/** An older scan begins anew: what it saw first may be gone by its end. */
const IS_STALE_AFTER_MS = 24 * 60 * 60_000;

/** Whether a scan that was under way at that time may still go on. How old one is of a clock far ahead is unknown. */
export const isFresh = (atMs: number, nowMs: number): boolean => Math.abs(nowMs - atMs) < IS_STALE_AFTER_MS;

/** The cursor of a scan that may still go on; null for one to begin anew. */
export function freshCursor(
  { files, connection, clock }: Pick<SyncPorts, 'files' | 'connection' | 'clock'>,
  job: string,
): ListingCursor | null {
  const cursor = files.cursor(connection().id, job);
  return cursor !== null && isFresh(cursor.startedAtMs, clock.nowMs()) ? cursor : null;
}
