import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { emptyLibrary, type LibraryContents } from '../../../src/domain/library/contents.ts';
import { monthAt } from '../../../src/domain/library/months.ts';
import { type LibraryNews, noNews } from '../../../src/domain/library/news.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { libraryContents } from './library-contents.ts';
import { libraryNews } from './library-news.ts';

type Kept = { readonly version: string; readonly contents: Promise<LibraryContents> };

/** Answers the screen about a mirror as a whole. An answer stands until somebody writes to the mirror's file. */
export function libraryQueries(db: Database, yieldToEventLoop: () => Promise<void>) {
  const read = libraryContents(db, yieldToEventLoop);
  const news = libraryNews(db, yieldToEventLoop);
  const kept = new Map<ConnectionId, Kept>();
  // Changes with each commit of another connection (https://sqlite.org/pragma.html#pragma_data_version).
  const versionAt = (nowMs: number): string =>
    `${numberOf(db.pragma('data_version', { simple: true }))} ${monthAt(nowMs)}`;

  /** A reader that closes between two slices answers nobody. */
  async function unlessClosed<T>(work: Promise<T>, empty: T): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (db.open) throw error;
      return empty;
    }
  }

  return {
    libraryContents: (connectionId: ConnectionId, nowMs: number): Promise<LibraryContents> => {
      const version = versionAt(nowMs);
      const known = kept.get(connectionId);
      if (known?.version === version) return known.contents;
      const contents = unlessClosed(read(connectionId, nowMs), emptyLibrary);
      kept.set(connectionId, { version, contents });
      // A failure is no answer to keep.
      contents.catch(() => kept.delete(connectionId));
      return contents;
    },
    libraryNews: (connectionId: ConnectionId, sinceMs: number | null, nowMs: number): Promise<LibraryNews> =>
      unlessClosed(news(connectionId, sinceMs, nowMs), noNews(nowMs)),
  };
}
