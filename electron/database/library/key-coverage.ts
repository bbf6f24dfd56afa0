import type { Database } from 'better-sqlite3';
import { counted, type Counted } from '../../../src/domain/files/file.ts';
import type { LibraryContents } from '../../../src/domain/library/contents.ts';
import { Bitmap } from '../facet-index/bitmap.ts';
import { facetIndexReader } from '../facet-index/facet-index-reader.ts';
import { isWhole } from '../facet-index/facet-terms.ts';
import { numberOf } from '../sqlite/column-parsers.ts';

const MOST_KEYS = 100;
/** The keys that a group is held against: those that most files have. */
const COMMON_KEYS = 7;

type Coverage = { readonly keys: LibraryContents['keys']; readonly filled: readonly (number | null)[] };

/** Counts the files with each metadata key, and how far groups have the most common ones. Yields after each group. */
export function keyCoverage(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
): (mirrorId: number, groups: readonly string[]) => Promise<Coverage> {
  const sets = facetIndexReader(db);
  const frequent = frequentKeys(db);

  async function filledOf(mirrorId: number, groups: readonly string[], keys: readonly string[]) {
    const withKey: Bitmap[] = [];
    for (const key of keys) {
      withKey.push(sets.named(mirrorId, { field: 'key', key: '', value: key }));
      await yieldToEventLoop();
    }
    const filled: (number | null)[] = [];
    if (keys.length === 0) return [];
    for (const group of groups) {
      const rows = sets.named(mirrorId, { field: 'group', key: '', value: group });
      const there = withKey.reduce((sum, having) => sum + rows.countIn(having), 0);
      const files = rows.count;
      filled.push(files === 0 ? null : there / (files * keys.length));
      await yieldToEventLoop();
    }
    return filled;
  }

  return async (mirrorId, groups) => {
    const { rows, total } = frequent(mirrorId);
    const common = rows.slice(0, COMMON_KEYS).map(({ value }) => value);
    const filled = await filledOf(mirrorId, groups, common);
    return {
      keys: {
        rows: rows.map(({ value, count }) => ({ key: value, files: count })),
        otherKeys: Math.max(0, total - rows.length),
      },
      filled,
    };
  };
}

function frequentKeys(db: Database) {
  const named = "FROM row_sets WHERE copy = ? AND field = 'key' AND key = ''";
  const frequent = db.prepare<[number], unknown>(
    `SELECT value, count ${named} AND count > 1 ORDER BY count DESC, value LIMIT ${MOST_KEYS}`,
  );
  const single = db.prepare<[number, number], unknown>(
    `SELECT value, count ${named} AND count = 1 ORDER BY value LIMIT ?`,
  );
  const countAll = db.prepare<[number], unknown>(`SELECT count(*) ${named}`).pluck();
  return (mirrorId: number): { readonly rows: readonly Counted[]; readonly total: number } => {
    const most = frequent.all(mirrorId).map((row) => counted.parse(row));
    const rest = single.all(mirrorId, MOST_KEYS - most.length).map((row) => counted.parse(row));
    return { rows: [...most, ...rest].filter(({ value }) => isWhole(value)), total: numberOf(countAll.get(mirrorId)) };
  };
}
