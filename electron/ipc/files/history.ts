import type { HistoryEntry } from '../../../src/contract/files.ts';
import type { HandlerContext } from '../handler-context.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';

const LATEST_EDITS = 200;

/** What happened to a file, newest first: values seen on the service, one's own edits, and values that gave way. */
export function historyOf({ history, editsOfFile, tables }: HandlerContext, of: FileRef): readonly HistoryEntry[] {
  const past = history(of).map(({ field, value, source, atMs }): HistoryEntry => ({
    atMs,
    kind: source === 'observed' ? 'observed' : 'gaveWay',
    field,
    before: null,
    value,
    status: null,
  }));
  const edits = editsOfFile(of, LATEST_EDITS).flatMap((id) => tables.outbox.edit(id) ?? []);
  const edited = edits.flatMap(({ createdAtMs, changes }) =>
    changes.map(({ field, base, mine, status }): HistoryEntry => ({
      atMs: createdAtMs,
      kind: 'edited',
      field,
      before: base,
      value: mine,
      status,
    })),
  );
  return [...past, ...edited].toSorted((a, b) => b.atMs - a.atMs);
}
