import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Checksum } from './checksum.ts';

const row = z
  .object({
    last_seq: z.number(),
    enqueued: z.number(),
    pruned: z.number(),
    lost: z.number(),
    chain: z.string(),
  })
  .transform(({ last_seq, ...rest }) => ({ lastSeq: last_seq, ...rest }));

/** What the queue must hold, counted apart from the rows themselves. */
export type EditCounters = {
  /** The highest place in the queue ever given out. */
  readonly lastSeq: number;
  /** Edits ever added. */
  readonly enqueued: number;
  /** Edits removed after their time. */
  readonly pruned: number;
  /** Edits that were noticed to be missing. */
  readonly lost: number;
  /** Over the checksums of all edits ever added, in order. */
  readonly chain: Checksum;
};

export function editCountersTable(db: Database) {
  const select = db.prepare<[], unknown>('SELECT last_seq, enqueued, pruned, lost, chain FROM ledger');
  const update = db.prepare<[EditCounters]>(/* sql */ `
    UPDATE ledger SET last_seq = @lastSeq, enqueued = @enqueued, pruned = @pruned, lost = @lost, chain = @chain
  `);
  return {
    get: (): EditCounters => row.parse(select.get()),
    set: (counters: EditCounters): void => void update.run(counters),
  };
}
