import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ConnectionId, fileId, network } from '../../../src/domain/core/ids.ts';
import { hasCid, PENDING_CID } from '../../../src/domain/signatures/cid.ts';
import { signerAddress, type SignerAddress } from '../../../src/domain/signatures/known-signer.ts';
import {
  type SignatureFilter,
  type SignatureRow,
  type SignatureStatus,
  signatureStatuses,
} from '../../../src/domain/signatures/signature-record.ts';
import { deferredIndexes } from '../mirror/deferred-indexes.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { HELD_COLUMNS, heldSignature } from './signature-rows.ts';

export type SignaturePage = { readonly rows: readonly SignatureRow[]; readonly count: number };
export type SignatureCounts = {
  readonly all: number;
  readonly statuses: Readonly<Record<SignatureStatus, number>>;
  readonly signers: readonly { readonly address: SignerAddress; readonly count: number }[];
};

const placeRow = z.object({ network, cid: z.string() });
const countRow = z.object({
  standing: z.enum(signatureStatuses),
  address: signerAddress.nullable(),
  count: z.number(),
});
const fileRow = z.object({ network, id: fileId, shown_name: z.string().nullable() });

/** Answers questions about signatures from the copy alone. */
export function signatureQueries(db: Database) {
  const copy = mirrorIds(db);
  const indexes = deferredIndexes(db);
  const statements = new Map<string, ReturnType<typeof prepared>>();
  const prepared = (where: string) => {
    // Left to itself SQLite goes by age and looks every row up to see how it stands: ten times slower far down the list.
    const by = where === '' ? 'signatures_by_age' : 'signatures_by_standing';
    const among = `FROM signatures AS held INDEXED BY ${by} WHERE held.copy = @copy ${where}`;
    return {
      rows: db.prepare<[object], unknown>(/* sql */ `
        SELECT held.network, held.cid, ${HELD_COLUMNS}
        FROM (
          SELECT held.copy, held.network, held.cid ${among}
          ORDER BY held.fetched_at_ms DESC, held.network DESC, held.cid DESC LIMIT @limit OFFSET @from
        ) JOIN signatures AS held USING (copy, network, cid)
        ORDER BY held.fetched_at_ms DESC, held.network DESC, held.cid DESC
      `),
      count: db.prepare<[object], unknown>(`SELECT count(*) ${among}`).pluck(),
    };
  };
  const chosen = ({ status: standing, signer }: SignatureFilter) => {
    const ofSigner = signer === null ? '' : `AND held.standing = 'valid' AND held.address = @signer`;
    const where = `${standing === null ? '' : 'AND held.standing = @standing'} ${ofSigner}`.trim();
    const known = statements.get(where) ?? prepared(where);
    statements.set(where, known);
    return known;
  };
  const counts = db.prepare<[number], unknown>(/* sql */ `
    SELECT standing, address, count(*) AS count FROM signatures WHERE copy = ? GROUP BY standing, address
  `);
  const firstFile = db.prepare<[number, string], unknown>(
    'SELECT network, id, shown_name FROM files WHERE copy = ? AND cid = ? LIMIT 1',
  );
  const countFiles = db
    .prepare<[number, string], unknown>('SELECT count(*) FROM files WHERE copy = ? AND cid = ?')
    .pluck();

  function row(of: number, isIndexed: boolean, found: unknown): SignatureRow {
    const place = placeRow.parse(found);
    const held = { ...heldSignature.parse(found), ...place };
    const first = isIndexed && hasCid(place.cid) ? firstFile.get(of, place.cid) : undefined;
    if (first === undefined) return { ...held, file: null, files: 0 };
    const { network: on, id, shown_name: name } = fileRow.parse(first);
    return { ...held, file: { key: { network: on, id }, name }, files: numberOf(countFiles.get(of, place.cid)) };
  }

  const page = db.transaction((id: ConnectionId, filter: SignatureFilter, from: number, to: number): SignaturePage => {
    const of = copy.find(id);
    if (of === null) return { rows: [], count: 0 };
    const { rows, count } = chosen(filter);
    const asked = { copy: of, ...filter };
    const found = rows.all({ ...asked, from, limit: Math.max(0, to - from) });
    const isIndexed = !indexes.areMissing();
    return { rows: found.map((one) => row(of, isIndexed, one)), count: numberOf(count.get(asked)) };
  });

  return {
    /** Youngest first. */
    page: (id: ConnectionId, filter: SignatureFilter, from: number, to: number): SignaturePage =>
      page(id, filter, from, to),
    counts: (id: ConnectionId): SignatureCounts => {
      const of = copy.find(id);
      const found = of === null ? [] : counts.all(of).map((one) => countRow.parse(one));
      const having = (standing: SignatureStatus): number =>
        found.filter((one) => one.standing === standing).reduce((sum, { count }) => sum + count, 0);
      return {
        all: found.reduce((sum, { count }) => sum + count, 0),
        statuses: {
          notSigned: having('notSigned'),
          unchecked: having('unchecked'),
          valid: having('valid'),
          noMatch: having('noMatch'),
          malformed: having('malformed'),
        },
        signers: found.flatMap(({ address, count }) => (address === null ? [] : [{ address, count }])),
      };
    },
  };
}

/** So many files are looked at before others have their turn: a few milliseconds. */
const SLICE_ROWS = 5_000;

const sliceRow = z.object({ last: z.number().nullable(), missing: z.number() });

/** Counts the files whose signature was never fetched: all of them are looked at, in slices. */
export function unfetchedSignatures(db: Database, yieldToEventLoop: () => Promise<void>) {
  const copy = mirrorIds(db);
  const slice = db.prepare<[object], unknown>(/* sql */ `
    SELECT max(row_id) AS last, coalesce(sum(
      copy = @copy AND cid <> '' AND cid <> '${PENDING_CID}' AND NOT EXISTS (
        SELECT 1 FROM signatures AS held
        WHERE held.copy = @copy AND held.network = file.network AND held.cid = file.cid)
    ), 0) AS missing
    FROM (SELECT row_id, copy, network, cid FROM files WHERE row_id > @after ORDER BY row_id LIMIT @limit) AS file
  `);
  return async (id: ConnectionId): Promise<number> => {
    const of = copy.find(id);
    let missing = 0;
    for (let after: number | null = of === null ? null : 0; after !== null && db.open;) {
      const read = sliceRow.parse(slice.get({ copy: of, after, limit: SLICE_ROWS }));
      missing += read.missing;
      after = read.last;
      await yieldToEventLoop();
    }
    return missing;
  };
}
