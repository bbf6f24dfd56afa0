import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../../src/contract/files.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { canRestore, ExplanationState, HistoryState } from '../../../src/state/files/history.svelte.ts';
import { aFile, connectionA, fileOf, uuid } from '../../support/builders.ts';
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

test('a value comes back as a new edit of what is shown', async () => {
  const bridge = fakeBridge({ 'files.edit': () => ok({ changeSetId: uuid(9) } as never) });
  const history = new HistoryState(portsOf(bridge));
  await history.restore(shown, 'key:rarity', 'rare');
  await history.restore(shown, 'key:season', null); // it is not there now either
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
    'key:rarity',
    null,
  ]);
});

test('a value that could not be kept says why', async () => {
  const failure = { kind: 'notSaved', reason: 'diskFull', detail: 'ENOSPC' } as const;
  const history = new HistoryState(portsOf(fakeBridge({ 'files.edit': () => fail(failure) })));
  await history.restore(shown, 'name', 'first.png');
  expect([history.restored, history.restoreFailure, history.isRestoring]).toEqual([null, failure, false]);
});

test('only another value can be restored, and never a name that is nothing', () => {
  expect([
    canRestore(shown, 'name', 'first.png'),
    canRestore(shown, 'name', 'now.png'),
    canRestore(shown, 'name', null),
    canRestore(shown, 'key:rarity', null),
    canRestore(shown, 'key:rarity', ''),
    canRestore(shown, 'key:season', null),
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
