import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { DAY_MS } from '../../../src/domain/core/durations.ts';
import { reading } from './outbox-contents.ts';
import { copiesOf } from './outbox-copies.ts';

/** A flipped bit may make any number of it; one beyond leaves no room to count on. */
const counted = z
  .int()
  .nonnegative()
  .max(2 ** 52);

/**
 * The number from which a queue that takes the place of this one numbers its requests: the mirror remembers those of the queue
 * before, and takes an answer under a lower number for an older one. Milliseconds since 1970 are above all of them, because no
 * profile has ever asked a service a thousand times a second since 1970; but the clock may have been ahead when they were given
 * out. Where the queue before cannot be read its copies tell, which lack the requests of some hours.
 */
export function nextRequests(outboxPath: string, nowMs: number): number {
  const own = lastRequest(outboxPath);
  const known = own === null ? copiesOf(outboxPath).map(({ path }) => (lastRequest(path) ?? 0) + DAY_MS) : [own];
  return Math.max(nowMs, ...known);
}

/** @returns null for an outbox that does not tell */
const lastRequest = (path: string): number | null =>
  reading(path, null, (db) => {
    const last = db.prepare<[], unknown>("SELECT value FROM counters WHERE name = 'requests'").pluck().get();
    return counted.safeParse(last).data ?? null;
  });

export function numberRequestsFrom(db: Database, number: number): void {
  db.prepare<[number]>(
    /* sql */ `
    INSERT INTO counters (name, value) VALUES ('requests', ?)
    ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)
  `,
  ).run(number);
}
