import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../../src/contract/files.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { canRestore, momentsOf } from '../../../src/state/files/history-moments.ts';
import { ExplanationState, HistoryState } from '../../../src/state/files/history.svelte.ts';
import { aChange, aFile, connectionA, fileOf, uuid } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const one = { network: 'public', id: fileOf(uuid(1)).id } as const;
const two = { network: 'public', id: fileOf(uuid(2)).id } as const;
const shown = aFile({ id: uuid(1), name: 'now.png', keyvalues: [['rarity', 'epic']] as never });

const anEntry = (over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  atMs: 1,
  kind: 'edited',
  field: 'name',
  before: 'first.png',
  value: 'now.png',
  status: 'settled',
  ...over,
});

test('shows what happened to a file, a block at a time', async () => {
  const entries = Array.from({ length: 120 }, (_, atMs) => anEntry({ atMs }));
  const history = new HistoryState(portsOf(fakeBridge({ 'files.history': () => ok(entries) })));
  const before = history.entries;
  await history.load(one);
  const first = [history.shown.length, history.left];
  history.more();
  expect([before, first, history.shown.length, history.left]).toEqual([null, [50, 70], 100, 20]);
});

test('drops an answer about the file before', async () => {
  const bridge = fakeBridge();
  const history = new HistoryState(portsOf(bridge));
  const slow = later<'files.history'>();
  bridge.answer('files.history', () => slow.reply);
  const first = history.load(one);
  bridge.answer('files.history', () => ok([]));
  await history.load(two);
  slow.arrive([anEntry()]);
  await first;
  expect(history.entries).toEqual([]);
});

test('what is shown stays while the same file is asked about again, and goes with the file', async () => {
  const bridge = fakeBridge({ 'files.history': () => ok([anEntry()]) });
  const history = new HistoryState(portsOf(bridge));
  await history.load(one);
  bridge.answer('files.history', () => fail({ kind: 'hostGone' }));
  await history.load(one);
  const same = [history.entries?.length, history.failure];
  await history.load(two);
  expect([same, history.entries]).toEqual([[1, { kind: 'hostGone' }], null]);
});

test('a history that failed is asked for again at the next answer about the file', async () => {
  const bridge = fakeBridge({ 'files.history': () => fail({ kind: 'hostGone' }) });
  const history = new HistoryState(portsOf(bridge));
  const detail = { record: shown, seenAtMs: 1, changes: [] } as never;
  await history.follow(detail);
  bridge.answer('files.history', () => ok([anEntry()]));
  await history.follow(detail);
  await history.follow(detail);
  expect([history.failure, history.entries?.length, bridge.asked.length]).toEqual([null, 1, 2]);
});

test('a value comes back as a new edit of what is shown', async () => {
  const bridge = fakeBridge({ 'files.edit': () => ok({ changeSetId: uuid(9) } as never) });
  const history = new HistoryState(portsOf(bridge));
  await history.restore(shown, [{ field: 'key:rarity', value: 'rare' }]);
  await history.restore(shown, [{ field: 'key:season', value: null }]); // it is not there now either
  expect([bridge.asked, history.restored, history.restoreFailure]).toEqual([
    [
      {
        name: 'files.edit',
        input: {
          connectionId: connectionA,
          key: one,
          changes: [{ field: 'key:rarity', base: 'epic', mine: 'rare' }],
        },
      },
    ],
    1,
    null,
  ]);
});

test('the values of one moment come back as one edit, without those that are there already', async () => {
  const entries = [
    anEntry({ atMs: 9, kind: 'observed', field: 'key:rarity', value: 'epic', status: null }),
    anEntry({ atMs: 5, field: 'name', before: 'first.png', value: 'second.png' }),
    anEntry({ atMs: 5, field: 'key:rarity', before: 'common', value: 'rare', status: 'queued' }),
    anEntry({ atMs: 5, field: 'key:season', before: '1', value: null }),
    anEntry({ atMs: 5, field: 'key:rarity', before: null, value: 'common' }),
  ];
  const bridge = fakeBridge({
    'files.history': () => ok(entries),
    'files.edit': () => ok({ changeSetId: uuid(9) } as never),
  });
  const history = new HistoryState(portsOf(bridge));
  await history.load(one);
  const moments = history.shown.map(({ atMs, entries: all }) => [atMs, all.map(({ field }) => field)]);
  // Two edits of one field within a millisecond are two moments.
  expect(moments).toEqual([
    [9, ['key:rarity']],
    [5, ['name', 'key:rarity', 'key:season']],
    [5, ['key:rarity']],
  ]);
  await history.restore(shown, history.shown[1]!.entries);
  expect([bridge.asked.at(-1)?.input, history.restored]).toEqual([
    {
      connectionId: connectionA,
      key: one,
      changes: [
        { field: 'name', base: 'now.png', mine: 'second.png' },
        { field: 'key:rarity', base: 'epic', mine: 'rare' },
      ],
    },
    2,
  ]);
});

test('a moment keeps its id when others arrive before it, also one of the same millisecond', () => {
  const first = [
    anEntry({ atMs: 5, kind: 'observed' }),
    anEntry({ atMs: 5, value: 'second.png' }),
    anEntry({ atMs: 5 }),
    anEntry({ atMs: 1 }),
  ];
  const before = momentsOf(first).map(({ id }) => id);
  const after = momentsOf([
    anEntry({ atMs: 9 }),
    first[0]!,
    anEntry({ atMs: 5, value: 'third.png' }),
    ...first.slice(1),
  ]);
  const ids = after.map(({ id }) => id);
  expect(new Set(ids).size).toBe(6);
  expect([ids[1], ...ids.slice(3)]).toEqual(before);
});

test('the history is asked for again where an answer about the file says something new', async () => {
  const bridge = fakeBridge({ 'files.history': () => ok([]) });
  const history = new HistoryState(portsOf(bridge));
  const record = aFile({ id: uuid(1) });
  const detail = { record, shown: record, raw: '', seenAtMs: 1, state: 'onServer', changes: [] } as const;
  const rest = { refusal: null, wait: null };
  await history.follow({ ...detail, ...rest, changes: [] });
  await history.follow({ ...detail, ...rest, changes: [] });
  const once = bridge.asked.length;
  await history.follow({ ...detail, ...rest, changes: [aChange()] });
  expect([once, bridge.asked.length]).toEqual([1, 2]);
});

test('a value that could not be kept says why', async () => {
  const failure = { kind: 'notSaved', reason: 'diskFull', detail: 'ENOSPC' } as const;
  const history = new HistoryState(portsOf(fakeBridge({ 'files.edit': () => fail(failure) })));
  await history.restore(shown, [{ field: 'name', value: 'first.png' }]);
  expect([history.restored, history.restoreFailure, history.isRestoring]).toEqual([0, failure, false]);
});

test('only another value can be restored, and never a name that is nothing', () => {
  expect([
    canRestore(shown, { field: 'name', value: 'first.png' }),
    canRestore(shown, { field: 'name', value: 'now.png' }),
    canRestore(shown, { field: 'name', value: null }),
    canRestore(shown, { field: 'key:rarity', value: null }),
    canRestore(shown, { field: 'key:rarity', value: '' }),
    canRestore(shown, { field: 'key:season', value: null }),
  ]).toEqual([true, false, false, true, true, false]);
});

const key = { network: 'public', id: fileOf(uuid(1)).id } as const;

test('asks for the open edits of the file, and says why when they do not come', async () => {
  const bridge = fakeBridge({ 'changes.ofFile': () => ok([]) });
  const explanation = new ExplanationState(portsOf(bridge));
  await explanation.load(key);
  const first = explanation.edits;
  bridge.answer('changes.ofFile', () => fail({ kind: 'notFound' }));
  await explanation.load(key);
  expect([first, explanation.edits, explanation.failure, bridge.asked[0]?.input]).toEqual([
    [],
    null,
    { kind: 'notFound' },
    { connectionId: connectionA, key },
  ]);
});

test('an answer about a file that is no longer chosen is dropped', async () => {
  const slow = later<'changes.ofFile'>();
  const explanation = new ExplanationState(portsOf(fakeBridge({ 'changes.ofFile': () => slow.reply })));
  const loading = explanation.load(key);
  explanation.forget();
  slow.arrive([]);
  await loading;
  expect(explanation.edits).toBeNull();
});

test('a value that is restored after another file was chosen is not said of that one', async () => {
  const slow = later<'files.edit'>();
  const bridge = fakeBridge({ 'files.history': () => ok([]), 'files.edit': () => slow.reply });
  const history = new HistoryState(portsOf(bridge));
  await history.load(one);
  const restoring = history.restore(shown, [{ field: 'key:rarity', value: 'rare' }]);
  await history.load(two);
  slow.arrive({ changeSetId: uuid(9) } as never);
  await restoring;
  expect([history.restored, history.isRestoring]).toEqual([0, false]);
});
