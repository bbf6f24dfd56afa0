import { expect, test } from 'vitest';
import type { Conflict, EditDetail } from '../../../src/contract/changes.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { ChangesState } from '../../../src/state/changes/changes.svelte.ts';
import { connectionA, uuid } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';
import { aDetail, aSet, setA } from './change-sets.ts';

const key = { network: 'public', id: fileId.parse('f1') } as const;

const aConflict: Conflict = {
  key,
  fileName: 'aurora.png',
  field: 'name',
  base: 'aurora.png',
  mine: 'dawn.png',
  server: 'dusk.png',
  serverSeenAtMs: 1,
  editIds: [],
};

const counts = { open: 1, needsYou: 0, waiting: 1, held: 0, sent: 0, discarded: 0 };

const aBridge = (given: { needsYou?: number; conflicts?: Conflict[]; edits?: EditDetail[] } = {}) =>
  fakeBridge({
    'changes.counts': () => ok({ ...counts, needsYou: given.needsYou ?? 0 }),
    'changes.list': () => ok({ rows: [aSet({ queued: 1 })], count: 1, groups: [] }),
    'changes.set': ({ from, to }) =>
      ok({ row: aSet({ queued: 1 }), edits: (given.edits ?? [aDetail()]).slice(from, to) }),
    'changes.conflicts': () => ok(given.conflicts ?? []),
    'changes.decide': () => ok(null),
    'changes.hold': () => ok(null),
  });

const askedOf = (bridge: ReturnType<typeof fakeBridge>, name: string) =>
  bridge.asked.filter((one) => one.name === name).map((one) => one.input);

test('opens the open tab with its groups, to which the address of a part of it leads as well', async () => {
  const bridge = aBridge({ needsYou: 1 });
  const groups = [{ group: 'needsYou' as const, sets: 1, files: 63 }];
  bridge.answer('changes.list', () => ok({ rows: [aSet({ refused: 63 })], count: 1, groups }));
  const changes = new ChangesState(portsOf(bridge));
  await changes.open(null);
  expect([changes.tab, changes.groups]).toEqual(['open', groups]);
  await changes.open('held');
  expect(changes.tab).toBe('open');
});

test('coming back without a tab keeps the one of the last visit', async () => {
  const changes = new ChangesState(portsOf(aBridge({ needsYou: 1 })));
  await changes.open('sent');
  await changes.open(null);
  expect(changes.tab).toBe('sent');
});

test('a note is written to the set that is open, which is then asked for again', async () => {
  const bridge = aBridge();
  const { opened } = new ChangesState(portsOf(bridge));
  await opened.open(setA);
  bridge.answer('changes.note', () => ok(null));
  bridge.answer('changes.set', () => ok({ row: aSet({ note: 'for the printer' }), edits: [aDetail()] }));
  await opened.write('for the printer');
  expect(askedOf(bridge, 'changes.note')).toEqual([
    { connectionId: connectionA, changeSetId: setA, note: 'for the printer' },
  ]);
  expect(opened.row?.note).toBe('for the printer');
});

test('the search goes with every question about the list, with the language that titles are shown in', async () => {
  const bridge = aBridge();
  const ports = portsOf(bridge);
  ports.app.preferences.spoken = 'de';
  const changes = new ChangesState(ports);
  await changes.open('waiting');
  await changes.find('aurora');
  expect(askedOf(bridge, 'changes.list').at(-1)).toEqual({
    connectionId: connectionA,
    tab: 'open',
    search: 'aurora',
    language: 'de',
    from: 0,
    to: 100,
  });
});

test('list, counts and the opened set follow what is announced', async () => {
  const bridge = aBridge();
  const changes = new ChangesState(portsOf(bridge));
  const stop = changes.watch();
  await changes.open('waiting');
  await changes.opened.open(setA);
  bridge.answer('changes.counts', () => ok({ ...counts, sent: 7 }));
  bridge.answer('changes.list', () => ok({ rows: [], count: 0, groups: [] }));
  bridge.answer('changes.set', () => ok({ row: aSet({ settled: 1 }), edits: [] }));
  bridge.announce('changes.changed');
  await expect.poll(() => [changes.counts?.sent, changes.sets.count, changes.opened.row?.settled]).toEqual([7, 0, 1]);
  stop();
});

test('an action is asked once, and what became of it is shown', async () => {
  const bridge = aBridge();
  const { opened } = new ChangesState(portsOf(bridge));
  await opened.open(setA);
  const slow = later<'changes.hold'>();
  bridge.answer('changes.hold', () => slow.reply);
  const first = opened.act('hold', { changeSetId: setA });
  await opened.act('hold', { changeSetId: setA });
  bridge.answer('changes.set', () => ok({ row: aSet({ held: 1 }), edits: [aDetail()] }));
  slow.arrive(null);
  await first;
  expect({ asked: askedOf(bridge, 'changes.hold').length, row: opened.row, isActing: opened.isActing }).toEqual({
    asked: 1,
    row: aSet({ held: 1 }),
    isActing: false,
  });
});

test('an action that was not carried out leaves the set as it is and says why', async () => {
  const bridge = aBridge();
  const { opened } = new ChangesState(portsOf(bridge));
  await opened.open(setA);
  const failure = { kind: 'notSaved', reason: 'diskFull', detail: 'ENOSPC' } as const;
  bridge.answer('changes.hold', () => fail(failure));
  await opened.act('hold', { changeSetId: setA });
  expect([opened.actionFailure, opened.row]).toEqual([failure, aSet({ queued: 1 })]);
});

test('fetches the edits of a large set a hundred at a time', async () => {
  const edits = Array.from({ length: 250 }, (_, index) => aDetail({ fileName: `${index}.png` }));
  const { opened } = new ChangesState(portsOf(aBridge({ edits })));
  await opened.open(setA);
  const first = [opened.edits.length, opened.hasMore];
  await opened.more();
  await opened.more();
  expect([first, [opened.edits.length, opened.hasMore]]).toEqual([
    [100, true],
    [250, false],
  ]);
});

test('an undecided conflict is not sent; a decided one is, for its file', async () => {
  const bridge = aBridge({ conflicts: [aConflict] });
  const { opened } = new ChangesState(portsOf(bridge));
  await opened.open(setA);
  const conflict = opened.conflicts[0]!;
  await opened.useResult(conflict);
  expect(askedOf(bridge, 'changes.decide')).toEqual([]);
  conflict.choose('name', { kind: 'mine' });
  await opened.useResult(conflict);
  expect(askedOf(bridge, 'changes.decide')).toEqual([
    {
      connectionId: connectionA,
      key,
      decisions: [{ field: 'name', choice: { kind: 'mine' }, server: aConflict.server }],
      part: 'first',
    },
  ]);
});

test('a choice outlives the arrival of other news, and so does the state of its file', async () => {
  const { opened } = new ChangesState(portsOf(aBridge({ conflicts: [aConflict] })));
  await opened.open(setA);
  const conflict = opened.conflicts[0]!;
  conflict.choose('name', { kind: 'mine' });
  await opened.refresh();
  expect([opened.conflicts[0], conflict.choiceOf('name')]).toEqual([conflict, { kind: 'mine' }]);
});

test('a choice can go to the same field in every other file where it waits, and those are counted', async () => {
  const bridge = aBridge();
  const other: Conflict = { ...aConflict, key: { network: 'private', id: key.id } };
  const everywhere = [aConflict, other, { ...other, field: 'key:rarity' as const }];
  bridge.answer('changes.conflicts', ({ changeSetId }) => ok(changeSetId === null ? everywhere : [aConflict]));
  bridge.answer('changes.decideSame', () => ok({ files: 2 }));
  const { opened } = new ChangesState(portsOf(bridge));
  await opened.open(setA);
  const others = opened.elsewhere(opened.conflicts[0]!, 'name');
  bridge.answer('changes.conflicts', () => ok([]));
  await opened.useEverywhere('name', 'server');
  expect([others, askedOf(bridge, 'changes.decideSame'), opened.conflicts]).toEqual([
    [other],
    [{ connectionId: connectionA, field: 'name', choice: 'server', seenAtMs: aConflict.serverSeenAtMs }],
    [],
  ]);
});

test('opening another set forgets what was shown of the one before', async () => {
  const bridge = aBridge({ conflicts: [aConflict] });
  const { opened } = new ChangesState(portsOf(bridge));
  await opened.open(setA);
  bridge.answer('changes.set', () => fail({ kind: 'notFound' }));
  bridge.answer('changes.conflicts', () => ok([]));
  await opened.open(uuid(2));
  expect([opened.row, opened.conflicts, opened.failure]).toEqual([null, [], { kind: 'notFound' }]);
});

test('unticking holds a set, ticking releases it, and a tick that did not count says why', async () => {
  const bridge = aBridge();
  const changes = new ChangesState(portsOf(bridge));
  await changes.open('waiting');
  await changes.include(aSet(), false);
  bridge.answer('changes.release', () => fail({ kind: 'notFound' }));
  await changes.include(aSet(), true);
  const target = { connectionId: connectionA, target: { changeSetId: setA } };
  expect([askedOf(bridge, 'changes.hold'), askedOf(bridge, 'changes.release'), changes.tickFailure]).toEqual([
    [target],
    [target],
    { kind: 'notFound' },
  ]);
});

test('says that something was taken back until another set is opened', async () => {
  const bridge = aBridge();
  bridge.answer('changes.takeBack', () => ok(null));
  const { opened } = new ChangesState(portsOf(bridge));
  await opened.open(setA);
  await opened.act('takeBack', { changeSetId: setA });
  const said = opened.isTakenBack;
  await opened.open(uuid(2));
  expect([said, opened.isTakenBack]).toEqual([true, false]);
});

test('what becomes of an action on a set that was left is not said of the set that is open now', async () => {
  const bridge = aBridge();
  const { opened } = new ChangesState(portsOf(bridge));
  const slow = [later<'changes.takeBack'>(), later<'changes.takeBack'>()] as const;
  bridge.answer('changes.takeBack', () => slow[0].reply);
  await opened.open(setA);
  const taken = opened.act('takeBack', { changeSetId: setA });
  await opened.open(uuid(2));
  slow[0].arrive(null);
  await taken;
  const said = opened.isTakenBack;
  bridge.answer('changes.takeBack', () => slow[1].reply);
  const failed = opened.act('takeBack', { changeSetId: setA });
  await opened.open(setA);
  slow[1].fail({ kind: 'hostGone' });
  await failed;
  expect([said, opened.isTakenBack, opened.actionFailure, opened.isActing]).toEqual([false, false, null, false]);
});

test('taking back while another action is under way takes nothing back, and says so of nothing', async () => {
  const bridge = aBridge();
  const { opened } = new ChangesState(portsOf(bridge));
  const slow = later<'changes.hold'>();
  bridge.answer('changes.hold', () => slow.reply);
  await opened.open(setA);
  const holding = opened.act('hold', { changeSetId: setA });
  await opened.act('takeBack', { changeSetId: setA });
  expect([askedOf(bridge, 'changes.takeBack'), opened.isTakenBack]).toEqual([[], false]);
  slow.arrive(null);
  await holding;
});
