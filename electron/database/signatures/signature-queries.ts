import { nameInList } from '../mirror/projected-file.ts';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ConnectionId, fileId, network } from '../../../src/domain/core/ids.ts';
import { hasCid, PENDING_CID } from '../../../src/domain/signatures/cid.ts';
import { signerAddress } from '../../../src/domain/signatures/known-signer.ts';
import {
  type SignatureCounts,
  type SignatureFilter,
  type SignatureRow,
  type SignatureStatus,
  signatureStatuses,
} from '../../../src/domain/signatures/signature-record.ts';
import { deferredIndexes } from '../mirror/deferred-indexes.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { STORED_COLUMNS, storedSignature } from './signatures-table.ts';

export type SignaturePage = { readonly rows: readonly SignatureRow[]; readonly count: number };

const contentRow = z.object({ network, cid: z.string() });
const fileRow = z.object({ network, id: fileId, shown_name: z.string().nullable() });

/** Answers questions about signatures from the mirror alone. */
export function signatureQueries(db: Database) {
  const ids = mirrorIds(db);
  const indexes = deferredIndexes(db);
  const statementsOf = filteredStatements(db);
  const withFile = fileFinder(db);

  const page = db.transaction((id: ConnectionId, filter: SignatureFilter, from: number, to: number): SignaturePage => {
    const mirrorId = ids.find(id);
    if (mirrorId === null) return { rows: [], count: 0 };
    const { rows, count } = statementsOf(filter);
    const query = { mirrorId, ...filter };
    const found = rows.all({ ...query, from, limit: Math.max(0, to - from) });
    const isIndexed = !indexes.areMissing();
    return { rows: found.map((row) => withFile(mirrorId, isIndexed, row)), count: numberOf(count.get(query)) };
  });

  return {
    /** Youngest first, `from` included, `to` not. */
    page: (id: ConnectionId, filter: SignatureFilter, from: number, to: number): SignaturePage =>
      page(id, filter, from, to),
    counts: signatureCounter(db),
  };
}

/** A short wait for messages in between. */
const REPORTED_AT_ONCE = 500;

/**
 * Reads every signature as it stood at one moment, in the order of `page`. Pages would not do: what is fetched in between
 * moves the rows, so that one comes twice and another never.
 */
export function everySignature(db: Database, yieldToEventLoop: () => Promise<void>) {
  const ids = mirrorIds(db);
  const indexes = deferredIndexes(db);
  const statementsOf = filteredStatements(db);
  const withFile = fileFinder(db);
  return async (id: ConnectionId, filter: SignatureFilter): Promise<readonly SignatureRow[]> => {
    const mirrorId = ids.find(id);
    if (mirrorId === null) return [];
    const found = statementsOf(filter).rows.all({ mirrorId, ...filter, from: 0, limit: NO_LIMIT });
    const rows: SignatureRow[] = [];
    while (rows.length < found.length) {
      const isIndexed = !indexes.areMissing();
      const slice = found.slice(rows.length, rows.length + REPORTED_AT_ONCE);
      rows.push(...slice.map((row) => withFile(mirrorId, isIndexed, row)));
      await yieldToEventLoop();
    }
    return rows;
  };
}

/** SQLite, "SELECT", "The LIMIT clause". */
const NO_LIMIT = -1;

/** One pair of statements for each combination of filters. */
function filteredStatements(db: Database) {
  const made = new Map<string, ReturnType<typeof prepared>>();
  const prepared = (where: string) => {
    // The planner would go by age and look up the status of every row: ten times slower far down the list.
    const by = where === '' ? 'signatures_by_age' : 'signatures_by_standing';
    const among = `FROM signatures AS stored INDEXED BY ${by} WHERE stored.copy = @mirrorId ${where}`;
    return {
      rows: db.prepare<[object], unknown>(/* sql */ `
        SELECT stored.network, stored.cid, ${STORED_COLUMNS}
        FROM (
          SELECT stored.copy, stored.network, stored.cid ${among}
          ORDER BY stored.fetched_at_ms DESC, stored.network DESC, stored.cid DESC LIMIT @limit OFFSET @from
        ) JOIN signatures AS stored USING (copy, network, cid)
        ORDER BY stored.fetched_at_ms DESC, stored.network DESC, stored.cid DESC
      `),
      count: db.prepare<[object], unknown>(`SELECT count(*) ${among}`).pluck(),
    };
  };
  return ({ status, signer }: SignatureFilter) => {
    const ofSigner = signer === null ? '' : `AND stored.standing = 'valid' AND stored.address = @signer`;
    const where = `${status === null ? '' : 'AND stored.standing = @status'} ${ofSigner}`.trim();
    const statements = made.get(where) ?? prepared(where);
    made.set(where, statements);
    return statements;
  };
}

/** @returns reads a row, with the first file of its content and how many there are; without them before the index is made */
function fileFinder(db: Database): (mirrorId: number, isIndexed: boolean, row: unknown) => SignatureRow {
  const selectFirst = db.prepare<[number, string], unknown>(
    `SELECT network, id, ${nameInList} FROM files WHERE copy = ? AND cid = ? LIMIT 1`,
  );
  const count = db.prepare<[number, string], unknown>('SELECT count(*) FROM files WHERE copy = ? AND cid = ?').pluck();
  return (mirrorId, isIndexed, row) => {
    const content = contentRow.parse(row);
    const signature = { ...storedSignature.parse(row), ...content };
    const first = isIndexed && hasCid(content.cid) ? selectFirst.get(mirrorId, content.cid) : undefined;
    if (first === undefined) return { ...signature, file: null, files: 0 };
    const { network: on, id, shown_name: name } = fileRow.parse(first);
    return {
      ...signature,
      file: { key: { network: on, id }, name },
      files: numberOf(count.get(mirrorId, content.cid)),
    };
  };
}

const countRow = z.object({
  standing: z.enum(signatureStatuses),
  address: signerAddress.nullable(),
  count: z.number(),
});

function signatureCounter(db: Database): (id: ConnectionId) => SignatureCounts {
  const ids = mirrorIds(db);
  const select = db.prepare<[number], unknown>(/* sql */ `
    SELECT standing, address, count(*) AS count FROM signatures WHERE copy = ? GROUP BY standing, address
  `);
  return (id) => {
    const mirrorId = ids.find(id);
    const counted = mirrorId === null ? [] : select.all(mirrorId).map((row) => countRow.parse(row));
    const sum = (rows: typeof counted): number => rows.reduce((total, { count }) => total + count, 0);
    const having = (status: SignatureStatus): number => sum(counted.filter(({ standing }) => standing === status));
    return {
      all: sum(counted),
      statuses: {
        notSigned: having('notSigned'),
        unchecked: having('unchecked'),
        valid: having('valid'),
        noMatch: having('noMatch'),
        malformed: having('malformed'),
      },
      signers: counted.flatMap(({ address, count }) => (address === null ? [] : [{ address, count }])),
    };
  };
}

/** A few milliseconds of reading; waiting messages get in between two slices. */
const SLICE_ROWS = 5_000;

const sliceRow = z.object({ last: z.number().nullable(), missing: z.number() });

/** Counts the files whose signature was never fetched. Reads every file, in slices. */
export function unfetchedSignatures(db: Database, yieldToEventLoop: () => Promise<void>) {
  const ids = mirrorIds(db);
  const slice = db.prepare<[object], unknown>(/* sql */ `
    SELECT max(row_id) AS last, coalesce(sum(
      copy = @mirrorId AND cid <> '' AND cid <> '${PENDING_CID}' AND NOT EXISTS (
        SELECT 1 FROM signatures AS stored
        WHERE stored.copy = @mirrorId AND stored.network = file.network AND stored.cid = file.cid)
    ), 0) AS missing
    FROM (SELECT row_id, copy, network, cid FROM files WHERE row_id > @after ORDER BY row_id LIMIT @limit) AS file
  `);
  return async (id: ConnectionId): Promise<number> => {
    const mirrorId = ids.find(id);
    let missing = 0;
    for (let after: number | null = mirrorId === null ? null : 0; after !== null && db.open;) {
      const read = sliceRow.parse(slice.get({ mirrorId, after, limit: SLICE_ROWS }));
      missing += read.missing;
      after = read.last;
      await yieldToEventLoop();
    }
    return missing;
  };
}
