import type { Database } from 'better-sqlite3';
import type { IndexedSlice } from './text-index/index-queue.ts';
import { openToIndex, textIndexPath } from './text-index/open-text-index.ts';
import { textIndexer } from './text-index/indexer.ts';

/** Opens the index for writing; only one may. */
export function openTextIndexer(mirrorPath: string): {
  readonly slice: (limitRows: number) => IndexedSlice | null;
  readonly close: () => void;
} {
  const db = openToIndex(textIndexPath(mirrorPath));
  db.prepare('ATTACH ? AS copy').run(mirrorPath);
  const indexer = textIndexer(db);
  return {
    slice: (limitRows) => {
      if (indexer.emptyOutdated()) erase(db);
      return indexer.slice(limitRows);
    },
    close: () => void db.close(),
  };
}

/** What an index held is read neither in the file nor in its log afterwards. */
function erase(db: Database): void {
  db.exec('VACUUM main');
  db.pragma('main.wal_checkpoint(TRUNCATE)');
}
