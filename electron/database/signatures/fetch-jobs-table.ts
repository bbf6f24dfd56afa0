import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { connectionId, network, type ConnectionId, type Network } from '../../../src/domain/core/ids.ts';
import { selection, type Selection } from '../../../src/domain/files/selection.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { flagColumn, jsonColumn } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/** Signatures of one connection that a person asked for. */
export type SignatureJob = {
  readonly startedAtMs: number;
  /** Only of CIDs whose signature was never fetched. */
  readonly onlyMissing: boolean;
  /** A choice of files that is not turned into CIDs yet; null once it is. */
  readonly selection: Selection | null;
  readonly total: number;
  readonly done: number;
  /** Of those done: asked for several times and never answered as it should be. */
  readonly failed: number;
  /** The service's words about the last of them. */
  readonly failure: string | null;
};

export type Want = { readonly number: number; readonly network: Network; readonly cid: string; readonly tries: number };
export type Content = { readonly network: Network; readonly cid: string };

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
const wantRow = z.object({ number: z.number(), network, cid: z.string(), tries: z.number() });

/** Which signatures are still to be fetched: in the copy, so that a stop in the middle loses nothing. */
export function fetchJobsTable(db: Database) {
  const { atomically } = transactions(db);
  const copy = mirrorIds(db);
  const selectOwners = db
    .prepare<[], unknown>('SELECT connection_id FROM signature_jobs JOIN copies ON number = copy ORDER BY copy')
    .pluck();
  const select = db.prepare<[number], unknown>(/* sql */ `
    SELECT started_at_ms, only_missing, selection_json, total, done, failed, failure FROM signature_jobs WHERE copy = ?
  `);
  const upsert = db.prepare(/* sql */ `
    INSERT INTO signature_jobs (copy, started_at_ms, only_missing, selection_json)
    VALUES (@copy, @startedAtMs, @onlyMissing, @selection)
    ON CONFLICT (copy) DO UPDATE SET only_missing = excluded.only_missing, selection_json = excluded.selection_json
  `);
  const gathered = db.prepare<[number]>('UPDATE signature_jobs SET selection_json = NULL WHERE copy = ?');
  const want = db.prepare(/* sql */ `
    INSERT INTO signature_wants (copy, network, cid)
    SELECT @copy, @network, @cid WHERE NOT EXISTS (
      SELECT 1 FROM signatures WHERE copy = @copy AND network = @network AND cid = @cid AND fetched_at_ms >= @since
    ) ON CONFLICT DO NOTHING
  `);
  const addTotal = db.prepare<[number, number]>('UPDATE signature_jobs SET total = total + ? WHERE copy = ?');
  const selectWants = db.prepare<[number, number], unknown>(
    'SELECT number, network, cid, tries FROM signature_wants WHERE copy = ? ORDER BY number LIMIT ?',
  );
  const drop = db.prepare<[number]>('DELETE FROM signature_wants WHERE number = ?');
  const dropSome = db.prepare<[number, number]>(
    'DELETE FROM signature_wants WHERE number IN (SELECT number FROM signature_wants WHERE copy = ? ORDER BY number LIMIT ?)',
  );
  const putBack = db.prepare<[number]>(/* sql */ `
    UPDATE signature_wants SET tries = tries + 1, number = (SELECT max(number) + 1 FROM signature_wants) WHERE number = ?
  `);
  const countDone = db.prepare<[number]>('UPDATE signature_jobs SET done = done + 1 WHERE copy = ?');
  const countFailed = db.prepare<[string, number]>(
    'UPDATE signature_jobs SET failed = failed + 1, failure = ? WHERE copy = ?',
  );
  const end = db.prepare<[number]>('DELETE FROM signature_jobs WHERE copy = ?');

  const withCopy = (id: ConnectionId, work: (of: number) => void): void =>
    atomically(() => {
      const of = copy.find(id);
      if (of !== null) work(of);
    });
  const get = (id: ConnectionId): SignatureJob | null => {
    const of = copy.find(id);
    const row = of === null ? undefined : select.get(of);
    return row === undefined ? null : jobRow.parse(row);
  };

  return {
    /** Connections that have a job. */
    owners: (): readonly ConnectionId[] => selectOwners.all().map((row) => connectionId.parse(row)),
    get,
    /** Begins a job, or adds to the one there is. */
    begin: (id: ConnectionId, job: Pick<SignatureJob, 'startedAtMs' | 'onlyMissing' | 'selection'>): void =>
      atomically(() => {
        const selected = job.selection === null ? null : JSON.stringify(job.selection);
        const of = copy.findOrMake(id);
        upsert.run({ ...job, copy: of, onlyMissing: job.onlyMissing ? 1 : 0, selection: selected });
      }),
    /** What is wanted already, or was fetched since the job began, is not wanted twice. */
    add: (id: ConnectionId, contents: readonly Content[]): void =>
      withCopy(id, (of) => {
        const job = get(id);
        if (job === null) return;
        const since = job.onlyMissing ? 0 : job.startedAtMs;
        const added = contents.reduce((sum, one) => sum + want.run({ ...one, copy: of, since }).changes, 0);
        addTotal.run(added, of);
      }),
    gathered: (id: ConnectionId): void => withCopy(id, (of) => void gathered.run(of)),
    next: (id: ConnectionId, limit: number): readonly Want[] => {
      const of = copy.find(id);
      return of === null ? [] : selectWants.all(of, limit).map((row) => wantRow.parse(row));
    },
    /** @param failure in words, when it is given up; null when it was answered */
    settle: (id: ConnectionId, { number }: Want, failure: string | null): void =>
      withCopy(id, (of) => {
        if (drop.run(number).changes === 0) return;
        countDone.run(of);
        if (failure !== null) countFailed.run(failure, of);
      }),
    /** To be asked for again after all the others. */
    putBack: ({ number }: Want): void => void putBack.run(number),
    /** @returns whether some are left: a million of them are forgotten in parts */
    forgetSome: (id: ConnectionId, limit: number): boolean => {
      const of = copy.find(id);
      return of !== null && dropSome.run(of, limit).changes === limit;
    },
    end: (id: ConnectionId): void => withCopy(id, (of) => void end.run(of)),
    atomically,
  };
}
export type FetchJobsTable = ReturnType<typeof fetchJobsTable>;
