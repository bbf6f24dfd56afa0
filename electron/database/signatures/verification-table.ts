import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { spellingsOf } from '../../../src/domain/signatures/cid.ts';
import type { SignatureVerdict, SignedContent } from '../../../src/domain/signatures/content-signature.ts';
import { network, type ConnectionId, type Network } from '../../../src/domain/core/ids.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { deferredIndexes } from '../mirror/deferred-indexes.ts';
import { numberOf, textsOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/** A signature to be checked, with what was already checked against. */
export type CheckableSignature = SignedContent & {
  readonly network: Network;
  /** A digest of everything that went into the last check; null when there was none. */
  readonly inputs: string | null;
};

/** What is written down of a check; `verdict` is null where there is nothing to check against. */
export type CheckedSignature = {
  readonly network: Network;
  readonly cid: string;
  readonly signature: string;
  readonly inputs: string;
  readonly verdict: SignatureVerdict | null;
  readonly checkedAtMs: number;
};

export type Place = { readonly network: Network; readonly cid: string };

/** The earliest uploads of a CID; the date of the first is the one that is signed. */
const MOST_DATES = 20;

const checkableRow = z.object({ network, cid: z.string(), signature: z.string(), inputs: z.string().nullable() });

/** Signatures as checking goes through them, and what it comes to. */
export function verificationTable(db: Database) {
  const { atomically } = transactions(db);
  const copy = mirrorIds(db);
  const indexes = deferredIndexes(db);
  const COLUMNS = 'network, cid, signature, inputs';
  const after = db.prepare<[number, string, string, number], unknown>(/* sql */ `
    SELECT ${COLUMNS} FROM signatures
    WHERE copy = ? AND (network, cid) > (?, ?) AND signature IS NOT NULL ORDER BY network, cid LIMIT ?
  `);
  const one = db.prepare<[number, string, string], unknown>(
    `SELECT ${COLUMNS} FROM signatures WHERE copy = ? AND network = ? AND cid = ? AND signature IS NOT NULL`,
  );
  const count = db
    .prepare<[number], unknown>(`SELECT count(*) FROM signatures WHERE copy = ? AND standing <> 'notSigned'`)
    .pluck();
  const dates = db
    .prepare<[number, string, number], unknown>(
      /* sql */ `
      SELECT DISTINCT created_at FROM files
      WHERE copy = ? AND cid IN (SELECT value FROM json_each(?)) AND created_at IS NOT NULL
      ORDER BY created_at LIMIT ?
    `,
    )
    .pluck();
  // Only what was checked: a signature fetched meanwhile is another one.
  const update = db.prepare(/* sql */ `
    UPDATE signatures SET standing = @standing, inputs = @inputs, checked_at_ms = @checkedAtMs,
      address = @address, date_json = @date
    WHERE copy = @copy AND network = @network AND cid = @cid AND signature = @signature
  `);

  const withDates =
    (of: number) =>
    (row: unknown): CheckableSignature => {
      const found = checkableRow.parse(row);
      const createdAt = textsOf(dates.all(of, JSON.stringify(spellingsOf(found.cid)), MOST_DATES));
      return { ...found, createdAt };
    };

  return {
    /** Without its index, looking up when a CID was uploaded would read every file for each. */
    isReady: (): boolean => !indexes.areMissing(),
    count: (id: ConnectionId): number => {
      const of = copy.find(id);
      return of === null ? 0 : numberOf(count.get(of));
    },
    /** @param place the last one of the slice before; null at the beginning */
    slice: (id: ConnectionId, place: Place | null, limit: number): readonly CheckableSignature[] => {
      const of = copy.find(id);
      return of === null ? [] : after.all(of, place?.network ?? '', place?.cid ?? '', limit).map(withDates(of));
    },
    /** @returns null when there is no signature of it */
    find: (id: ConnectionId, place: Place): CheckableSignature | null => {
      const of = copy.find(id);
      const row = of === null ? undefined : one.get(of, place.network, place.cid);
      return of === null || row === undefined ? null : withDates(of)(row);
    },
    save: (id: ConnectionId, all: readonly CheckedSignature[]): void =>
      atomically(() => {
        const of = copy.find(id);
        if (of === null) return;
        for (const { verdict, ...checked } of all) {
          const match = verdict?.kind === 'valid' ? verdict : null;
          update.run({
            ...checked,
            copy: of,
            standing: verdict?.kind ?? 'unchecked',
            address: match?.address ?? null,
            date: match === null ? null : JSON.stringify(match.date),
          });
        }
      }),
  };
}
export type VerificationTable = ReturnType<typeof verificationTable>;
