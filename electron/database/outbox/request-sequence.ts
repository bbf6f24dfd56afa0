import type { Database } from 'better-sqlite3';
import { numberOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

const NAME = 'requests';
/** One durable write reserves a block of numbers; a crash skips the rest of the block. */
const BLOCK = 256;

type Block = { next: number; end: number };

// One for each connection: numbers of two blocks side by side would not follow the order of the requests.
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

/** Skips numbers after a loss, which may have set the counter back: none is given out twice. */
export function skipRequests(db: Database): void {
  blocks.delete(db);
  db.prepare<[]>(`UPDATE counters SET value = value + 1000000 WHERE name = '${NAME}'`).run();
}
