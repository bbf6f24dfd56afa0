import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { connectionId, fileId, network } from '../../../src/domain/core/ids.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';
import type { OutboxTable, Settled, UnmirroredRecord } from './outbox.ts';

const NAME = 'requests';
/** One durable write reserves a block of numbers; a crash skips the rest of the block. */
const BLOCK_REQUESTS = 256;

type Block = { next: number; end: number };

// One for each connection: numbers of two blocks side by side would not follow the order of the requests.
const blocks = new WeakMap<Database, Block>();

/** Numbers the requests over the life of the profile: what was asked for first is told without a clock. */
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
    const end = atomically(() => numberOf(reserve.get(BLOCK_REQUESTS)));
    afterRollback(() => blocks.delete(db));
    return { next: end - BLOCK_REQUESTS + 1, end };
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

type SettledFiles = Pick<OutboxTable, 'settled' | 'settle' | 'unmirrored' | 'markMirrored'>;

const settledRow = z
  .object({ request_seq: z.number(), settled_at_ms: z.number() })
  .transform((row): Settled => ({ requestSeq: row.request_seq, settledAtMs: row.settled_at_ms }));

const unmirroredRow = z
  .object({
    connection_id: connectionId,
    network,
    file_id: fileId,
    raw: z.string(),
    request_seq: z.number(),
    settled_at_ms: z.number(),
  })
  .transform((row): UnmirroredRecord => ({
    connectionId: row.connection_id,
    network: row.network,
    id: row.file_id,
    raw: row.raw,
    requestSeq: row.request_seq,
    seenAtMs: row.settled_at_ms,
  }));

/** The last update of ours that the service applied to each file, with the number of its request. */
export function settledFilesPart(db: Database): SettledFiles {
  const select = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT request_seq, settled_at_ms FROM settled_files WHERE connection_id = ? AND network = ? AND file_id = ?
  `);
  const put = db.prepare(/* sql */ `
    INSERT INTO settled_files (connection_id, network, file_id, request_seq, settled_at_ms, raw)
    VALUES (@connectionId, @network, @id, @requestSeq, @settledAtMs, @raw)
    ON CONFLICT (connection_id, network, file_id) DO UPDATE SET
      request_seq = excluded.request_seq, settled_at_ms = excluded.settled_at_ms, raw = excluded.raw
    WHERE excluded.request_seq >= request_seq
  `);
  const selectUnmirrored = db.prepare<[], unknown>(/* sql */ `
    SELECT connection_id, network, file_id, raw, request_seq, settled_at_ms FROM settled_files
    WHERE raw IS NOT NULL ORDER BY request_seq
  `);
  const markMirrored = db.prepare<[string, string, string, number]>(/* sql */ `
    UPDATE settled_files SET raw = NULL
    WHERE connection_id = ? AND network = ? AND file_id = ? AND request_seq <= ?
  `);

  return {
    settled: ({ connectionId, network, id }) => {
      const row = select.get(connectionId, network, id);
      return row === undefined ? null : settledRow.parse(row);
    },
    settle: ({ connectionId, network, id }, raw, { requestSeq, settledAtMs }) =>
      void put.run({ connectionId, network, id, raw, requestSeq, settledAtMs }),
    unmirrored: () => selectUnmirrored.all().map((row) => unmirroredRow.parse(row)),
    markMirrored: ({ connectionId, network, id }, requestSeq) =>
      void markMirrored.run(connectionId, network, id, requestSeq),
  };
}
