import { expect, test } from 'vitest';
import { changeQueries } from '../../../electron/database/outbox/change-set-queries.ts';
import { changeHandlers } from '../../../electron/ipc/changes/change-handlers.ts';
import type { HandlerContext } from '../../../electron/ipc/handler-context.ts';
import { aChangeSet, aConnection, anEdit, connectionA, connectionB, uuid } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

const FILES = 250;
const conflicted = { status: 'conflicted', server: 'theirs', serverSeenAtMs: 1 } as const;

/** So many files with a conflict each, of which the first one to be edited has the last. */
function manyConflicts() {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(9_000, uuid(FILES), { status: 'discarded' })] }));
  const edits = Array.from({ length: FILES }, (_, at) => anEdit(at + 1, uuid(at + 1), conflicted));
  outbox.enqueue(aChangeSet(2, { edits }));
  return changeQueries(db);
}

test('thousands of conflicts are read in slices, in the order of their first edits', async () => {
  const queries = manyConflicts();
  let [pauses, read] = [0, 0];
  const atPauses: number[] = [];
  const inSlices = await queries.conflictsInSlices(
    connectionA,
    null,
    (conflict) => {
      read += 1;
      return conflict;
    },
    async () => {
      pauses += 1;
      atPauses.push(read);
    },
  );
  expect(inSlices).toEqual(queries.conflicts(connectionA, null));
  expect([pauses, atPauses]).toEqual([3, [100, 200, FILES]]);
});

test('those of one change set, and of a connection without any, are read the same way', async () => {
  const queries = manyConflicts();
  const idsOf = (...[id, set]: Parameters<typeof queries.conflicts>) =>
    queries.conflictsInSlices(
      id,
      set,
      ({ key }) => key.id,
      async () => undefined,
    );
  expect(await idsOf(connectionA, aChangeSet(2).id)).toHaveLength(FILES);
  expect(await idsOf(connectionA, aChangeSet(1).id)).toEqual([]);
  expect(await idsOf(connectionB, null)).toEqual([]);
});

/** So many files, each with conflicts over so many fields. */
function wideConflicts(files: number, fields: number) {
  const { db, outbox } = anOutbox();
  const each = Array.from({ length: fields }, (_, at) => ({ ...conflicted, field: `key:key${at}` as const }));
  const edits = Array.from({ length: files }, (_, at) => anEdit(at + 1, uuid(at + 1), ...each));
  outbox.enqueue(aChangeSet(1, { edits }));
  return changeQueries(db);
}

test('files with many conflicts each are fewer to a slice, and their names are looked up once', async () => {
  const atPauses: number[] = [];
  let named = 0;
  const context = {
    queries: wideConflicts(5, 90),
    connections: { get: () => aConnection() },
    clock: { yieldToEventLoop: async () => void atPauses.push(named) },
    tables: { files: { get: () => ((named += 1), null) }, outbox: {} },
  } as unknown as HandlerContext;
  const answer = await changeHandlers(context)['changes.conflicts']({ connectionId: connectionA, changeSetId: null });
  expect(answer).toMatchObject({ ok: true, value: { length: 450 } });
  expect(atPauses).toEqual([2, 4, 5]);
});

test('other questions are answered while the names of thousands of conflicts are looked up', async () => {
  const atPauses: number[] = [];
  let named = 0;
  const context = {
    queries: manyConflicts(),
    connections: { get: () => aConnection() },
    clock: { yieldToEventLoop: async () => void atPauses.push(named) },
    tables: { files: { get: () => ((named += 1), null) }, outbox: {} },
  } as unknown as HandlerContext;
  const answer = await changeHandlers(context)['changes.conflicts']({ connectionId: connectionA, changeSetId: null });
  expect(answer).toMatchObject({ ok: true, value: { length: FILES } });
  expect(atPauses).toEqual([100, 200, FILES]);
});
