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

/** The list of files with the same content, group by group. The search runs in another thread. */
export function duplicatesHandlers({ find, rows, nowMs, lastId = 0 }: DuplicatesPorts) {
  let latest: { readonly findId: number; readonly found: DuplicateContent } = { findId: lastId, found: nothing };
  return {
    'sameContent.find': async ({ connectionId }) => {
      const found = await find(connectionId);
      latest = { findId: latest.findId + 1, found };
      const { starts, rowIds } = found;
      return ok({ findId: latest.findId, groups: starts.length - 1, files: rowIds.length, atMs: nowMs() });
    },
    'sameContent.window': ({ findId, from, to }) => {
      if (findId !== latest.findId) return fail(notFound);
      const { found } = latest;
      const end = Math.min(to, from + LARGEST_WINDOW_ROWS, found.rowIds.length + found.starts.length - 1);
      const shown: DuplicatesRow[] = [];
      for (let at = from; at < end; at++) shown.push(lineAt(found, at, (rowId) => rows(Uint32Array.of(rowId))[0]));
      return ok({ rows: shown });
    },
  } satisfies SomeHandlers;
}

const nothing: DuplicateContent = {
  rowIds: new Uint32Array(),
  starts: new Uint32Array(1),
  names: new Uint32Array(),
  networks: new Uint32Array(),
};

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
