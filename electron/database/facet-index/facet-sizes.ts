import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { typeFamily } from '../../../src/domain/files/file-filter.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { type FacetRow, isWhole, LAST_VALUE, monthOf, termText } from './facet-terms.ts';

/** The facets whose values have a sum of bytes. */
export const sizedFields = ['type', 'family', 'group', 'month'] as const;
export type SizedField = (typeof sizedFields)[number];

const valueOf: Readonly<Record<SizedField, (row: FacetRow) => string | null>> = {
  type: ({ mime_type }) => mime_type,
  family: ({ mime_type }) => (mime_type === null ? null : typeFamily(mime_type)),
  group: ({ group_id }) => group_id,
  month: ({ created_at }) => (created_at === null ? null : monthOf(created_at)),
};

/** The files of a facet value, each by an index that sorting has. */
const FILES_OF: Readonly<Record<SizedField, string>> = {
  type: 'mime_type = @whole',
  family: "mime_type >= @whole || '/' AND mime_type < @whole || '0'",
  group: 'group_id = @whole',
  month: `created_at >= @whole AND created_at < @whole || '${LAST_VALUE}' AND substr(created_at, 1, 7) = @whole`,
};

/**
 * Whether a sum may have lost bytes: numbers beyond 2^53 have no single bytes any more. No library is that large, but a
 * service may say so of a file, and correct it later.
 */
export const isInexact = (sumBytes: number): boolean => Math.abs(sumBytes) > Number.MAX_SAFE_INTEGER;

/** Adds to the sum of one facet value; adds it up anew from the files where it may have lost bytes. */
function sumChanger(db: Database) {
  const named = 'copy = @mirrorId AND field = @field AND value = @value';
  const add = db
    .prepare<[object], unknown>(
      /* sql */ `
      INSERT INTO facet_sizes (copy, field, value, size_bytes) VALUES (@mirrorId, @field, @value, @more)
      ON CONFLICT (copy, field, value) DO UPDATE SET size_bytes = size_bytes + excluded.size_bytes RETURNING size_bytes
    `,
    )
    .pluck();
  const remove = db.prepare<[object]>(`DELETE FROM facet_sizes WHERE ${named} AND size_bytes <= 0`);
  return (
    { whole, ...term }: { readonly mirrorId: number; readonly field: SizedField; readonly whole: string },
    more: number,
  ): void => {
    const of = { ...term, value: termText(whole) };
    const sum = numberOf(add.get({ ...of, more }));
    if (isInexact(sum) || isInexact(sum - more)) {
      const anew = `SELECT total(size_bytes) FROM files WHERE copy = @mirrorId AND ${FILES_OF[of.field]}`;
      db.prepare<[object]>(`UPDATE facet_sizes SET size_bytes = (${anew}) WHERE ${named}`).run({ ...of, whole });
    }
    if (more < 0) remove.run(of);
  };
}

/** Makes sums of mirrors: the bytes of the files of each facet value, under the name that the facet index has for it. */
export function facetSizeSums(db: Database) {
  const change = sumChanger(db);

  return (mirrorId: number) => {
    const gathered = sizedFields.map((field) => ({ field, sums: new Map<string, number>() }));
    return {
      /** @param sizeBytes negative for a row that goes */
      note: (row: FacetRow, sizeBytes: number): void => {
        if (sizeBytes === 0) return;
        for (const { field, sums } of gathered) {
          const value = valueOf[field](row);
          if (value !== null) sums.set(value, (sums.get(value) ?? 0) + sizeBytes);
        }
      },
      /** Writes everything noted. Call after the rows are written. */
      write: (): void => {
        for (const { field, sums } of gathered) {
          for (const [value, sizeBytes] of sums)
            if (sizeBytes !== 0) change({ mirrorId, field, whole: value.toWellFormed() }, sizeBytes);
          sums.clear();
        }
      },
    };
  };
}

/** The files and bytes of one facet value. */
export type SizedTerm = { readonly value: string; readonly files: number; readonly sizeBytes: number };

const sizedTerm = z
  .tuple([z.string(), z.number(), z.number()])
  .transform(([value, files, sizeBytes]): SizedTerm => ({ value, files, sizeBytes }));

/** All values of one facet together. */
export type FacetTotal = { readonly values: number; readonly files: number; readonly sizeBytes: number };

const facetTotal = z
  .tuple([z.number(), z.number(), z.number()])
  .transform(([values, files, sizeBytes]): FacetTotal => ({ values, files, sizeBytes }));

/** Reads facet values with their files and bytes. */
export function facetSizeReader(db: Database) {
  const columns = 'term.value, term.count, coalesce(size.size_bytes, 0)';
  const isSame = 'size.copy = term.copy AND size.field = term.field AND size.value = term.value';
  const wanted = "term.copy = @mirrorId AND term.field = @field AND term.key = ''";
  const fromTerms = `SELECT ${columns} FROM row_sets AS term LEFT JOIN facet_sizes AS size ON ${isSame} WHERE ${wanted}`;
  const prepare = (sql: string) => db.prepare<[object], unknown>(sql).raw();
  const bySize = prepare(/* sql */ `
    SELECT ${columns} FROM facet_sizes AS size CROSS JOIN row_sets AS term ON ${isSame} AND term.key = ''
    WHERE size.copy = @mirrorId AND size.field = @field ORDER BY size.size_bytes DESC LIMIT @limit
  `);
  const byCount = prepare(`${fromTerms} AND term.count > 1 ORDER BY term.count DESC, term.value LIMIT @limit`);
  const single = prepare(`${fromTerms} AND term.count = 1 ORDER BY term.value LIMIT @limit`);
  const between = prepare(`${fromTerms} AND term.value >= @from AND term.value <= @to ORDER BY term.value`);
  const total = prepare(/* sql */ `
    SELECT count(*), coalesce(sum(count), 0),
      (SELECT total(size_bytes) FROM facet_sizes WHERE copy = @mirrorId AND field = @field)
    FROM row_sets WHERE copy = @mirrorId AND field = @field AND key = ''
  `);
  const parsed = (rows: readonly unknown[]): readonly SizedTerm[] => rows.map((row) => sizedTerm.parse(row));

  return {
    /** The values with most bytes, and among those without, with most files. Long values are left out. */
    largest: (mirrorId: number, field: SizedField, limit: number): readonly SizedTerm[] => {
      const asked = { mirrorId, field, limit };
      const found = [bySize, byCount, single].flatMap((statement) => parsed(statement.all(asked)));
      const once = new Map(found.map((term) => [term.value, term]));
      return [...once.values()]
        .filter(({ value }) => isWhole(value))
        .toSorted((a, b) => b.sizeBytes - a.sizeBytes || b.files - a.files || (a.value < b.value ? -1 : 1))
        .slice(0, limit);
    },
    /** The values between two texts, both included, in their order. */
    between: (mirrorId: number, field: SizedField, from: string, to: string): readonly SizedTerm[] =>
      parsed(between.all({ mirrorId, field, from, to })),
    total: (mirrorId: number, field: SizedField): FacetTotal => facetTotal.parse(total.get({ mirrorId, field })),
  };
}
export type FacetSizeReader = ReturnType<typeof facetSizeReader>;
