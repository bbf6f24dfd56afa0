import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { hasCid, spellingsOf } from '../../../src/domain/signatures/cid.ts';
import type { SignatureVerdict, SignedContent } from '../../../src/domain/signatures/content-signature.ts';
import { network, type ConnectionId, type Network } from '../../../src/domain/core/ids.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { deferredIndexes } from '../mirror/deferred-indexes.ts';
import { type ChangeMark, changedRowsReader } from '../mirror/row-change-log.ts';
import { numberOf, textsOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';
import type { ContentRef } from './fetch-jobs-table.ts';

/** A signature to be verified, with the inputs of its last verification. */
export type CheckableSignature = SignedContent & {
  readonly network: Network;
  /** A digest of everything that went into the last verification; null when there was none. */
  readonly inputs: string | null;
};

/** The result of a verification; `verdict` is null where no known signer is there to compare with. */
export type CheckedSignature = ContentRef & {
  readonly signature: string;
  readonly inputs: string;
  readonly verdict: SignatureVerdict | null;
  readonly checkedAtMs: number;
};

/** So many changed files are looked up in a few milliseconds. */
const MOST_CHANGED = 1_000;

/** The earliest uploads of a CID; the date of the first is the one that is signed. */
const MOST_DATES = 20;

const checkableRow = z.object({ network, cid: z.string(), signature: z.string(), inputs: z.string().nullable() });
const COLUMNS = 'network, cid, signature, inputs';

/** Signatures in the order of their verification, and its results. */
export function verificationTable(db: Database) {
  const indexes = deferredIndexes(db);
  return {
    /** Without its deferred index, looking up the dates of one CID would read every file. */
    isReady: (): boolean => !indexes.areMissing(),
    ...checkablePart(db),
    ...changedPart(db),
    save: resultWriter(db),
  };
}
export type VerificationTable = ReturnType<typeof verificationTable>;

function checkablePart(db: Database) {
  const ids = mirrorIds(db);
  const withDates = uploadDates(db);
  const selectAfter = db.prepare<[number, string, string, number], unknown>(/* sql */ `
    SELECT ${COLUMNS} FROM signatures
    WHERE copy = ? AND (network, cid) > (?, ?) AND signature IS NOT NULL ORDER BY network, cid LIMIT ?
  `);
  const selectOne = db.prepare<[number, string, string], unknown>(
    `SELECT ${COLUMNS} FROM signatures WHERE copy = ? AND network = ? AND cid = ? AND signature IS NOT NULL`,
  );
  const count = db
    .prepare<[number], unknown>(`SELECT count(*) FROM signatures WHERE copy = ? AND standing <> 'notSigned'`)
    .pluck();
  return {
    count: (id: ConnectionId): number => {
      const mirrorId = ids.find(id);
      return mirrorId === null ? 0 : numberOf(count.get(mirrorId));
    },
    /** @param after the last content of the slice before; null at the beginning */
    slice: (id: ConnectionId, after: ContentRef | null, limit: number): readonly CheckableSignature[] => {
      const mirrorId = ids.find(id);
      if (mirrorId === null) return [];
      return selectAfter.all(mirrorId, after?.network ?? '', after?.cid ?? '', limit).map(withDates(mirrorId));
    },
    /** @returns null when the content has no signature */
    find: (id: ConnectionId, { network: on, cid }: ContentRef): CheckableSignature | null => {
      const mirrorId = ids.find(id);
      const row = mirrorId === null ? undefined : selectOne.get(mirrorId, on, cid);
      return mirrorId === null || row === undefined ? null : withDates(mirrorId)(row);
    },
  };
}

const contentRow = z.object({ network, cid: z.string() });
const fileRow = z.object({ copy: z.number(), cid: z.string() });

function changedPart(db: Database) {
  const ids = mirrorIds(db);
  const changes = changedRowsReader(db);
  const selectFile = db.prepare<[number], unknown>('SELECT copy, cid FROM files WHERE row_id = ?');
  const selectSigned = db.prepare<[number, string], unknown>(/* sql */ `
    SELECT network, cid FROM signatures
    WHERE copy = ? AND network IN ('public', 'private') AND cid IN (SELECT value FROM json_each(?))
      AND signature IS NOT NULL
  `);
  return {
    /** Where the changes of files stand now. */
    mark: changes.mark,
    /** @returns the CIDs of files that changed since; null when a file went, with its CID, or too many changed */
    changedSince: (id: ConnectionId, mark: ChangeMark): readonly string[] | null => {
      const mirrorId = ids.find(id);
      if (mirrorId === null) return [];
      const rows = changes.since(mark, MOST_CHANGED);
      const files = rows === null ? null : [...rows.changed, ...rows.added].map((rowId) => selectFile.get(rowId));
      if (files === null || files.includes(undefined)) return null;
      const ofMirror = files.map((file) => fileRow.parse(file)).filter(({ copy }) => copy === mirrorId);
      return ofMirror.map(({ cid }) => cid).filter(hasCid);
    },
    /** @returns contents that have a signature, under any spelling of these CIDs */
    signed: (id: ConnectionId, cids: readonly string[]): readonly ContentRef[] => {
      const mirrorId = ids.find(id);
      const spellings = JSON.stringify(cids.flatMap(spellingsOf));
      return mirrorId === null ? [] : selectSigned.all(mirrorId, spellings).map((row) => contentRow.parse(row));
    },
  };
}

/** @returns reads a row, with the dates on which its content was uploaded, in every spelling of its CID */
function uploadDates(db: Database): (mirrorId: number) => (row: unknown) => CheckableSignature {
  const select = db
    .prepare<[number, string, number], unknown>(
      /* sql */ `
      SELECT DISTINCT created_at FROM files
      WHERE copy = ? AND cid IN (SELECT value FROM json_each(?)) AND created_at IS NOT NULL
      ORDER BY created_at LIMIT ?
    `,
    )
    .pluck();
  return (mirrorId) => (row) => {
    const found = checkableRow.parse(row);
    const createdAt = textsOf(select.all(mirrorId, JSON.stringify(spellingsOf(found.cid)), MOST_DATES));
    return { ...found, createdAt };
  };
}

function resultWriter(db: Database): (id: ConnectionId, all: readonly CheckedSignature[]) => void {
  const { atomically } = transactions(db);
  const ids = mirrorIds(db);
  // Only the signature that was verified: another one may have been fetched meanwhile.
  const update = db.prepare(/* sql */ `
    UPDATE signatures SET standing = @standing, inputs = @inputs, checked_at_ms = @checkedAtMs,
      address = @address, date_json = @date
    WHERE copy = @mirrorId AND network = @network AND cid = @cid AND signature = @signature
  `);
  return (id, all) =>
    atomically(() => {
      const mirrorId = ids.find(id);
      if (mirrorId === null) return;
      for (const { verdict, ...checked } of all) {
        const match = verdict?.kind === 'valid' ? verdict : null;
        update.run({
          ...checked,
          mirrorId,
          standing: verdict?.kind ?? 'unchecked',
          address: match?.address ?? null,
          date: match === null ? null : JSON.stringify(match.date),
        });
      }
    });
}
