import type { Database } from 'better-sqlite3';
import { numberOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

const NAME = 'requests';
/** Numbers are set aside in blocks, so that not every request costs a durable write; a crash skips the rest of one. */
const BLOCK = 256;

type Block = { next: number; end: number };

// One per connection, whoever asks: two blocks side by side would no longer be in the order of the requests.
const blocks = new WeakMap<Database, Block>();

/** Counts requests up over the life of the profile. */
export function requestSequence(db: Database): () => number {
  const { atomically, afterRollback } = transactions(db);
  const reserve = db
    .prepare<[number], unknown>(
      /* sql */ `
      INSERT INTO counters (name, value) VALUES ('${NAME}', ?)
      ON CONFLICT (name) DO UPDATE SET value = value + excluded.value RETURNING value
    `,
    )
    .pluck();

  function newBlock(): Block {
    const end = atomically(() => numberOf(reserve.get(BLOCK)));
    afterRollback(() => blocks.delete(db));
    return { next: end - BLOCK + 1, end };
  }

  return () => {
    const known = blocks.get(db);
    const block = known === undefined || known.next > known.end ? newBlock() : known;
    blocks.set(db, block);
    return block.next++;
  };
}

/** After a loss the count may have fallen back; numbers already given out must not come again. */
export function skipRequests(db: Database): void {
  blocks.delete(db);
  db.prepare<[]>(`UPDATE counters SET value = value + 1000000 WHERE name = '${NAME}'`).run();
}
