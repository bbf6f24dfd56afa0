import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileId, fileKey, type FileKey, network, type Network } from '../../../src/domain/core/ids.ts';
import { fileStates } from '../../../src/domain/files/file.ts';
import { CONTAINER_ROWS, containerOf } from '../facet-index/bitmap-container.ts';
import { jsonColumn, numberOf, numbersOf, VALUE } from '../sqlite/column-parsers.ts';
import { mirrorIds } from './mirror-ids.ts';
import { type FilesTable, type KnownText, MOST_UNSEEN, type SeenInScan, type UnseenBy } from './mirror.ts';

const cursor = jsonColumn(
  z
    .object({
      job: z.string(),
      passId: z.string(),
      position: z.string().nullable(),
      done: z.number(),
      startedAtMs: z.number(),
      startedRequestSeq: z.number(),
      fruitlessPages: z.number().default(0),
    })
    .transform(({ passId, ...rest }) => ({ ...rest, scanId: passId })),
);

/** Where the scans of a mirror that are under way go on. */
export function cursorsPart(db: Database): Pick<FilesTable, 'cursor' | 'setCursor'> {
  const ids = mirrorIds(db);
  const select = db
    .prepare<[number, string], unknown>('SELECT cursor_json FROM listing_cursors WHERE copy = ? AND job = ?')
    .pluck();
  const upsert = db.prepare<[number, string, string]>(/* sql */ `
    INSERT INTO listing_cursors (copy, job, cursor_json) VALUES (?, ?, ?)
    ON CONFLICT (copy, job) DO UPDATE SET cursor_json = excluded.cursor_json
  `);
  const remove = db.prepare<[number, string]>('DELETE FROM listing_cursors WHERE copy = ? AND job = ?');

  return {
    cursor: (connectionId, job) => {
      const mirrorId = ids.find(connectionId);
      const row = mirrorId === null ? undefined : select.get(mirrorId, job);
      return row === undefined ? null : cursor.parse(row);
    },
    setCursor: (connectionId, job, to) => {
      const mirrorId = ids.findOrMake(connectionId);
      if (to === null) return void remove.run(mirrorId, job);
      const { scanId: passId, ...rest } = to;
      upsert.run(mirrorId, job, JSON.stringify({ ...rest, passId }));
    },
  };
}

type FinishedScans = Pick<FilesTable, 'caughtUpAtMs' | 'setCaughtUp' | 'count' | 'fullCheckAtMs' | 'setFullCheck'>;

/** When scans of a mirror last came to their end, and how many files they found. */
export function finishedScansPart(db: Database): FinishedScans {
  const ids = mirrorIds(db);
  const selectCaughtUp = db
    .prepare<[string], unknown>('SELECT caught_up_at_ms FROM copies WHERE connection_id = ? AND caught_up_at_ms > 0')
    .pluck();
  const selectCount = db
    .prepare<[string], unknown>(
      /* sql */ `
      SELECT coalesce(sum(sets.count), 0) FROM copies AS copy JOIN row_sets AS sets ON sets.copy = copy.number
      WHERE copy.connection_id = ? AND sets.field = 'network'
    `,
    )
    .pluck();
  const selectFullCheck = db
    .prepare<[string], unknown>(
      'SELECT full_check_at_ms FROM copies WHERE connection_id = ? AND full_check_at_ms IS NOT NULL',
    )
    .pluck();
  const setFullCheck = db.prepare<[number, number]>('UPDATE copies SET full_check_at_ms = ? WHERE number = ?');
  const setCaughtUp = db.prepare<[number, number]>('UPDATE copies SET caught_up_at_ms = ? WHERE number = ?');

  return {
    caughtUpAtMs: (connectionId) => {
      const atMs = selectCaughtUp.get(connectionId);
      return atMs === undefined ? null : numberOf(atMs);
    },
    count: (connectionId) => numberOf(selectCount.get(connectionId)),
    fullCheckAtMs: (connectionId) => {
      const atMs = selectFullCheck.get(connectionId);
      return atMs === undefined ? null : numberOf(atMs);
    },
    setFullCheck: (connectionId, atMs) => void setFullCheck.run(atMs, ids.findOrMake(connectionId)),
    setCaughtUp: (connectionId, atMs) => void setCaughtUp.run(atMs, ids.findOrMake(connectionId)),
  };
}

/** Seen by a single read, outside every scan. */
const NO_SCAN = 0;
/** More scans than can be under way at once: a small library is scanned whole every few minutes, for years. */
const KEPT_SCANS = 1_000;
const FORGOTTEN_AT_ONCE = 1_000;

/** The numbers that stand for scans in the rows that they saw. */
function scanNumbers(db: Database) {
  const insertScan = db.prepare<[string]>('INSERT INTO passes (pass_id) VALUES (?) ON CONFLICT DO NOTHING');
  const selectScan = db.prepare<[string], unknown>('SELECT number FROM passes WHERE pass_id = ?').pluck();
  // A scan that stopped goes on from its cursor. The latest number stays, so that none is given out twice.
  const forgetOld = db.prepare(/* sql */ `
    DELETE FROM passes WHERE number IN (
      SELECT number FROM passes WHERE number <= (SELECT max(number) FROM passes) - ${KEPT_SCANS}
        AND pass_id NOT IN (SELECT cursor_json ->> '$.passId' FROM listing_cursors)
      ORDER BY number LIMIT ${FORGOTTEN_AT_ONCE})
  `);
  const find = (scanId: string): number | null => {
    const number = selectScan.get(scanId);
    return number === undefined ? null : numberOf(number);
  };
  function findOrMake(scanId: string): number {
    if (insertScan.run(scanId).changes > 0) forgetOld.run();
    return find(scanId) ?? NO_SCAN;
  }
  return { find, findOrMake };
}

type Unseen = Omit<UnseenBy, 'scanId'> & {
  readonly mirrorId: number;
  readonly network: Network;
  readonly pass: number;
};

const unseenRow = z
  .object({ network, id: fileId, request_seq: z.number(), state: z.number() })
  .transform(({ request_seq: requestSeq, state, ...key }) => ({ key, requestSeq, isEdited: state < AT_REST_RANK }));
type UnseenRow = z.infer<typeof unseenRow>;
const AT_REST_RANK = fileStates.indexOf('onServer');

/** Rows that are looked at between two pauses: all of them may be unseen. */
const ROWS_AT_ONCE = CONTAINER_ROWS / 4;

/** Those whose last answer is the oldest. */
const oldestFirst = (rows: UnseenRow[]): UnseenRow[] =>
  rows.sort((a, b) => a.requestSeq - b.requestSeq || (a.key.id < b.key.id ? -1 : 1));

/**
 * Finds the rows that a scan did not see, container by container of the facet index. They are read in the order of their row
 * ids, in which last seen lies on the disk: in the order of file ids, which are random, each row is a page somewhere else
 * (2.9 s for 500,000 rows against 0.12 s).
 */
function unseenRows(db: Database): (of: Unseen) => Promise<readonly FileKey[]> {
  const selectTerm = db
    .prepare<[number, string], unknown>(
      "SELECT number FROM row_sets WHERE copy = ? AND field = 'network' AND key = '' AND value = ?",
    )
    .pluck();
  const selectContainers = db
    .prepare<[number], unknown>('SELECT block FROM row_set_blocks WHERE number = ? ORDER BY block')
    .pluck();
  const select = db.prepare(/* sql */ `
    SELECT file.network, file.id, file.state, seen.request_seq
    FROM sightings AS seen CROSS JOIN files AS file USING (row_id)
    WHERE seen.row_id >= @fromRow AND seen.row_id < @toRow AND seen.pass <> @pass
      AND seen.request_seq < @startedRequestSeq AND file.copy = @mirrorId AND file.network = @network
  `);
  /** A term of one row has its negative id for a number. */
  function containersOf(mirrorId: number, of: Network): readonly number[] {
    const found = selectTerm.get(mirrorId, of);
    const number = found === undefined ? 0 : numberOf(found);
    return number < 0 ? [containerOf(-number)] : numbersOf(selectContainers.all(number));
  }
  return async ({ yieldToEventLoop, ...of }) => {
    const edited: UnseenRow[] = [];
    let others: UnseenRow[] = [];
    for (const container of containersOf(of.mirrorId, of.network)) {
      const end = (container + 1) * CONTAINER_ROWS;
      for (let fromRow = end - CONTAINER_ROWS; fromRow < end; fromRow += ROWS_AT_ONCE) {
        const rows = select.all({ ...of, fromRow, toRow: fromRow + ROWS_AT_ONCE }).map((row) => unseenRow.parse(row));
        for (const row of rows) (row.isEdited ? edited : others).push(row);
        if (others.length > 2 * MOST_UNSEEN) others = oldestFirst(others).slice(0, MOST_UNSEEN);
        await yieldToEventLoop();
      }
    }
    return oldestFirst([...edited, ...oldestFirst(others).slice(0, MOST_UNSEEN)]).map(({ key }) => key);
  };
}

/** Last seen: when a scan or a read last had each row, and which scan. */
export function lastSeenTable(db: Database) {
  const upsert = db.prepare<[number, number, number, number]>(/* sql */ `
    INSERT INTO sightings (row_id, seen_at_ms, request_seq, pass) VALUES (?, ?, ?, ?)
    ON CONFLICT (row_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms, request_seq = excluded.request_seq,
      pass = CASE excluded.pass WHEN ${NO_SCAN} THEN pass ELSE excluded.pass END
  `);
  const selectOneSeen = db.prepare<[number, string, number], unknown>(/* sql */ `
    SELECT file.network, file.id FROM files AS file JOIN sightings AS seen USING (row_id)
    WHERE file.copy = ? AND file.network = ? AND seen.pass = ? LIMIT 1
  `);
  const selectSeen = db
    .prepare<[number, string, string, string], unknown>(
      /* sql */ `
      SELECT 1 FROM files AS file JOIN sightings AS seen USING (row_id) JOIN passes AS pass ON pass.number = seen.pass
      WHERE file.copy = ${VALUE} AND file.network = ${VALUE} AND file.id = ${VALUE} AND pass.pass_id = ${VALUE}
    `,
    )
    .pluck();

  const { find, findOrMake } = scanNumbers(db);
  const notSeen = unseenRows(db);
  return {
    /** @returns marks rows as seen in one answer of the service */
    marker: ({ seenAtMs, requestSeq, scanId }: SeenInScan): ((rowId: number) => void) => {
      const pass = scanId === null ? NO_SCAN : findOrMake(scanId);
      return (rowId) => void upsert.run(rowId, seenAtMs, requestSeq, pass);
    },
    notSeenIn: (mirrorId: number, network: Network, { scanId, ...scan }: UnseenBy): Promise<readonly FileKey[]> =>
      notSeen({ ...scan, mirrorId, network, pass: find(scanId) ?? -1 }),
    oneSeenIn: (mirrorId: number, of: Network, scanId: string): FileKey | null => {
      const row = selectOneSeen.get(mirrorId, of, find(scanId) ?? -1);
      return row === undefined ? null : fileKey.parse(row);
    },
    isSeenIn: (mirrorId: number, { network, id }: KnownText['record'], scanId: string): boolean =>
      selectSeen.get(mirrorId, network, id, scanId) !== undefined,
  };
}
