import type { Migration } from '../../sqlite/migrate.ts';

/** Longer values never have a sum: the facet index names them by a digest (`facet-terms.ts`). */
const LONGEST = 100;

const sumsOf = (field: string, value: string, condition: string): string => /* sql */ `
  INSERT INTO facet_sizes (copy, field, value, size_bytes)
  SELECT copy, '${field}', ${value} AS named, total(size_bytes) FROM sums_by_all
  WHERE ${condition} AND length(${value}) <= ${LONGEST} GROUP BY copy, named;
`;

/** The bytes of the files of one facet value, kept with the bitmaps: no screen adds up a million rows. */
export const facetSizes: Migration = {
  version: 12,
  up: /* sql */ `
    -- REAL, because a sum of sizes that a service makes up may leave 64 bits; it is exact up to 2^53.
    CREATE TABLE facet_sizes (
      copy       INTEGER NOT NULL,
      field      TEXT NOT NULL CHECK (field IN ('type', 'family', 'group', 'month')),
      value      TEXT NOT NULL,
      size_bytes REAL NOT NULL,
      PRIMARY KEY (copy, field, value)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX facet_sizes_by_size ON facet_sizes (copy, field, size_bytes);

    -- One pass over the files, and the others over what is left of it.
    CREATE TABLE sums_by_all AS
      SELECT copy, mime_type, group_id, substr(created_at, 1, 7) AS month, total(size_bytes) AS size_bytes
      FROM files WHERE size_bytes > 0 GROUP BY 1, 2, 3, 4;
    ${sumsOf('type', 'mime_type', 'mime_type IS NOT NULL')}
    ${sumsOf('family', "substr(mime_type, 1, instr(mime_type, '/') - 1)", "instr(mime_type, '/') > 1")}
    ${sumsOf('group', 'group_id', 'group_id IS NOT NULL')}
    ${sumsOf('month', 'month', 'month IS NOT NULL')}
    DROP TABLE sums_by_all;
  `,
};
