import type { DuplicatesRow } from '../../../src/contract/duplicates.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { DuplicateContent } from '../../database/duplicates/duplicate-content.ts';
import type { FileRow } from '../../../src/domain/files/file.ts';
import { LARGEST_WINDOW_ROWS } from '../../../src/domain/files/queries.ts';
import type { SomeHandlers } from '../router.ts';
import { notFound } from '../handler-context.ts';

export type DuplicatesPorts = {
  readonly find: (connectionId: ConnectionId) => Promise<DuplicateContent>;
  /** The rows that the mirror still has. */
  readonly rows: (rowIds: Uint32Array) => readonly FileRow[];
  readonly nowMs: () => number;
  /** The lists are numbered from the next one on; 0 by default. */
  readonly lastId?: number;
};

/** Searches whose lists are kept: several windows have one each. A list of a million files takes 4 MB and more. */
const KEPT_LISTS = 4;

/** The list of files with the same content, group by group. The search runs in another thread. */
export function duplicatesHandlers({ find, rows, nowMs, lastId = 0 }: DuplicatesPorts) {
  let latestId = lastId;
  /** By the number of the search, the oldest first. */
  const kept = new Map<number, DuplicateContent>();
  return {
    'sameContent.find': async ({ connectionId }) => {
      const found = await find(connectionId);
      latestId += 1;
      kept.set(latestId, found);
      kept.delete(latestId - KEPT_LISTS);
      const { starts, rowIds } = found;
      return ok({ findId: latestId, groups: starts.length - 1, files: rowIds.length, atMs: nowMs() });
    },
    'sameContent.window': ({ findId, from, to }) => {
      const found = kept.get(findId);
      if (found === undefined) return fail(notFound);
      const end = Math.min(to, from + LARGEST_WINDOW_ROWS, found.rowIds.length + found.starts.length - 1);
      const shown: DuplicatesRow[] = [];
      for (let at = from; at < end; at++) shown.push(lineAt(found, at, (rowId) => rows(Uint32Array.of(rowId))[0]));
      return ok({ rows: shown });
    },
  } satisfies SomeHandlers;
}

/** The row at a position. The files of group n come after n + 1 heads, its own included. */
function lineAt(found: DuplicateContent, at: number, read: (rowId: number) => FileRow | undefined): DuplicatesRow {
  const group = groupAt(found.starts, at);
  const start = found.starts[group] ?? 0;
  const isHead = at === start + group;
  const file = read(found.rowIds[isHead ? start : at - group - 1] ?? 0);
  if (!isHead) return file === undefined ? { kind: 'gone' } : { kind: 'file', file };
  const files = (found.starts[group + 1] ?? start) - start;
  return {
    ...{ kind: 'group', cid: file?.cid ?? null, files },
    ...{ names: found.names[group] ?? 0, networks: found.networks[group] ?? 0 },
  };
}

/** The last group whose head stands at or before a line. */
function groupAt(starts: Uint32Array, at: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) + middle <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
