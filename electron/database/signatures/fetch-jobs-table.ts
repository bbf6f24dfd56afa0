import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { connectionId, type ConnectionId, network, type Network } from '../../../src/domain/core/ids.ts';
import { selection, type Selection } from '../../../src/domain/files/queries.ts';
import { hasCid } from '../../../src/domain/signatures/cid.ts';
import { selectedRows } from '../file-lists/query-rows.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { flagColumn, jsonColumn } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/** A fetch of the signatures of one connection, as a person asked for them. */
export type SignatureJob = {
  readonly startedAtMs: number;
  /** Leaves out CIDs whose signature was ever fetched. */
  readonly onlyMissing: boolean;
  /** A selection of files that is not turned into CIDs yet; null once it is. */
  readonly selection: Selection | null;
  readonly total: number;
  readonly done: number;
  /** Of those done: asked for several times, and given up. */
  readonly failed: number;
  /** The service's message about the last of those; null when none failed. */
  readonly failure: string | null;
};

/** The content of files, whichever files. */
export type ContentRef = { readonly network: Network; readonly cid: string };

/** A signature that a job has not fetched yet; `tries` counts from 0. */
export type WantedSignature = ContentRef & { readonly number: number; readonly tries: number };

const jobRow = z
  .object({
    started_at_ms: z.number(),
    only_missing: flagColumn,
    selection_json: jsonColumn(selection).nullable(),
    total: z.number(),
    done: z.number(),
    failed: z.number(),
    failure: z.string().nullable(),
  })
  .transform((row): SignatureJob => ({
    startedAtMs: row.started_at_ms,
    onlyMissing: row.only_missing,
    selection: row.selection_json,
    total: row.total,
    done: row.done,
    failed: row.failed,
    failure: row.failure,
  }));
const wantedRow = z.object({ number: z.number(), network, cid: z.string(), tries: z.number() });

/** Which signatures are still to be fetched: in the mirror, so that a stop in the middle loses nothing. */
export function fetchJobsTable(db: Database) {
  const { atomically } = transactions(db);
  const ids = mirrorIds(db);
  const withMirror: WithMirror = (id, work) =>
    atomically(() => {
      const mirrorId = ids.find(id);
      if (mirrorId !== null) work(mirrorId);
    });
  return { ...jobsPart(db, withMirror), ...wantedPart(db, withMirror), atomically };
}
export type FetchJobsTable = ReturnType<typeof fetchJobsTable>;

/** Runs `work` in one transaction; not at all where the connection has no mirror. */
type WithMirror = (id: ConnectionId, work: (mirrorId: number) => void) => void;

function jobsPart(db: Database, withMirror: WithMirror) {
  const { atomically } = transactions(db);
  const ids = mirrorIds(db);
  const get = jobReader(db);
  const selectOwners = db
    .prepare<[], unknown>('SELECT connection_id FROM signature_jobs JOIN copies ON number = copy ORDER BY copy')
    .pluck();
  const upsert = db.prepare(/* sql */ `
    INSERT INTO signature_jobs (copy, started_at_ms, only_missing, selection_json)
    VALUES (@mirrorId, @startedAtMs, @onlyMissing, @selection)
    ON CONFLICT (copy) DO UPDATE SET only_missing = excluded.only_missing, selection_json = excluded.selection_json
  `);
  const dropSelection = db.prepare<[number]>('UPDATE signature_jobs SET selection_json = NULL WHERE copy = ?');
  const end = db.prepare<[number]>('DELETE FROM signature_jobs WHERE copy = ?');
  return {
    /** Connections that have a job. */
    owners: (): readonly ConnectionId[] => selectOwners.all().map((row) => connectionId.parse(row)),
    /** @returns null when the connection has no job */
    get,
    /** Begins a job, or adds to the one that the connection has. */
    begin: (id: ConnectionId, job: Pick<SignatureJob, 'startedAtMs' | 'onlyMissing' | 'selection'>): void =>
      atomically(() => {
        const selected = job.selection === null ? null : JSON.stringify(job.selection);
        upsert.run({ ...job, mirrorId: ids.findOrMake(id), onlyMissing: job.onlyMissing ? 1 : 0, selection: selected });
      }),
    /** All of the selection is turned into CIDs. */
    gathered: (id: ConnectionId): void => withMirror(id, (mirrorId) => void dropSelection.run(mirrorId)),
    end: (id: ConnectionId): void => withMirror(id, (mirrorId) => void end.run(mirrorId)),
  };
}

function jobReader(db: Database): (id: ConnectionId) => SignatureJob | null {
  const ids = mirrorIds(db);
  const select = db.prepare<[number], unknown>(/* sql */ `
    SELECT started_at_ms, only_missing, selection_json, total, done, failed, failure FROM signature_jobs WHERE copy = ?
  `);
  return (id) => {
    const mirrorId = ids.find(id);
    const row = mirrorId === null ? undefined : select.get(mirrorId);
    return row === undefined ? null : jobRow.parse(row);
  };
}

function wantedPart(db: Database, withMirror: WithMirror) {
  const ids = mirrorIds(db);
  const select = db.prepare<[number, number], unknown>(
    'SELECT number, network, cid, tries FROM signature_wants WHERE copy = ? ORDER BY number LIMIT ?',
  );
  const dropSome = db.prepare<[number, number]>(
    'DELETE FROM signature_wants WHERE number IN (SELECT number FROM signature_wants WHERE copy = ? ORDER BY number LIMIT ?)',
  );
  const requeue = db.prepare<[number]>(/* sql */ `
    UPDATE signature_wants SET tries = tries + 1, number = (SELECT max(number) + 1 FROM signature_wants) WHERE number = ?
  `);
  return {
    add: wantedAdder(db, withMirror),
    /** Oldest first. */
    next: (id: ConnectionId, limit: number): readonly WantedSignature[] => {
      const mirrorId = ids.find(id);
      return mirrorId === null ? [] : select.all(mirrorId, limit).map((row) => wantedRow.parse(row));
    },
    settle: wantedSettler(db, withMirror),
    /** The job asks for it again, after all the others. */
    requeue: ({ number }: WantedSignature): void => void requeue.run(number),
    /** Forgets in parts, because a job may want a million. @returns whether more are left */
    forgetSome: (id: ConnectionId, limit: number): boolean => {
      const mirrorId = ids.find(id);
      return mirrorId !== null && dropSome.run(mirrorId, limit).changes === limit;
    },
  };
}

function wantedAdder(db: Database, withMirror: WithMirror) {
  const get = jobReader(db);
  const insert = db.prepare(/* sql */ `
    INSERT INTO signature_wants (copy, network, cid)
    SELECT @mirrorId, @network, @cid WHERE NOT @onlyMissing OR NOT EXISTS (
      SELECT 1 FROM signatures WHERE copy = @mirrorId AND network = @network AND cid = @cid
    ) ON CONFLICT DO NOTHING
  `);
  const addTotal = db.prepare<[number, number]>('UPDATE signature_jobs SET total = total + ? WHERE copy = ?');
  /**
   * Adds contents to the job; leaves out those that it wants already. A person who asks for a signature anew gets it anew,
   * whenever the job fetched it: gathering ends before its first request, so an addition rarely meets its own answers.
   */
  return (id: ConnectionId, contents: readonly ContentRef[]): void =>
    withMirror(id, (mirrorId) => {
      const job = get(id);
      if (job === null) return;
      const onlyMissing = job.onlyMissing ? 1 : 0;
      const added = contents.reduce((sum, one) => sum + insert.run({ ...one, mirrorId, onlyMissing }).changes, 0);
      addTotal.run(added, mirrorId);
    });
}

function wantedSettler(db: Database, withMirror: WithMirror) {
  const drop = db.prepare<[number]>('DELETE FROM signature_wants WHERE number = ?');
  const countDone = db.prepare<[number]>('UPDATE signature_jobs SET done = done + 1 WHERE copy = ?');
  const countFailed = db.prepare<[string, number]>(
    'UPDATE signature_jobs SET failed = failed + 1, failure = ? WHERE copy = ?',
  );
  /** @param failure the message when the job gives it up; null when the service answered */
  return (id: ConnectionId, { number }: WantedSignature, failure: string | null): void =>
    withMirror(id, (mirrorId) => {
      if (drop.run(number).changes === 0) return;
      countDone.run(mirrorId);
      if (failure !== null) countFailed.run(failure, mirrorId);
    });
}

const contentRow = z.object({ network, cid: z.string() });

/** The CIDs of chosen files, in their order and in parts; without files that have none. */
export function selectedCids(
  db: Database,
): (connectionId: ConnectionId, selection: Selection, partRows: number) => Iterable<readonly ContentRef[]> {
  const rowIds = selectedRows(db);
  const select = db.prepare<[number], unknown>('SELECT network, cid FROM files WHERE row_id = ?');
  const read = (rowId: number): readonly ContentRef[] => {
    const row = select.get(rowId);
    const content = row === undefined ? null : contentRow.parse(row);
    return content === null || !hasCid(content.cid) ? [] : [content];
  };
  return function* (connectionId, selection, partRows) {
    const all = rowIds(connectionId, selection);
    for (let from = 0; from < all.length; from += partRows) {
      yield Array.from(all.subarray(from, from + partRows)).flatMap(read);
    }
  };
}
export type SelectedCids = ReturnType<typeof selectedCids>;
