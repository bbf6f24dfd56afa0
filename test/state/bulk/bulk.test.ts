import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Plan } from '../../../src/contract/bulk.ts';
import type { PlannedFile } from '../../../src/domain/edits/bulk.ts';
import type { Channel } from '../../../src/contract/index.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { BulkState } from '../../../src/state/bulk/bulk.svelte.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { problemsOf, newDraft, operationOf } from '../../../src/state/bulk/operation-draft.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { connectionA, fileOf, uuid } from '../../support/builders.ts';
import { aView } from '../../support/a-view.ts';
import { fakeBridge, later, type FakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const plan: Plan = {
  planId: 4,
  title: 'Set rarity on 312 files',
  files: 320,
  changed: 312,
  unfit: 4,
  outdated: 0,
  problems: [],
  problemCount: 0,
};

const planned: PlannedFile = { key: fileOf(), name: 'aurora.png', changes: [], outdated: [], problem: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A list of 320 files, all of them selected. */
async function opened() {
  const bridge = fakeBridge({
    'files.open': () => ok(aView(1, 320)),
    'files.window': () => ok({ rows: [] }),
    'files.close': () => ok(null),
    'bulk.prepare': () => ok(plan),
    'bulk.window': ({ from, to }) => ok({ rows: Array.from({ length: Math.min(to, 316) - from }, () => planned) }),
    'bulk.apply': () => ok({ changeSetId: uuid(9), files: 312 } as never),
  });
  const ports = portsOf(bridge);
  const files = new FilesState(ports);
  files.watch();
  await settled();
  const selection = new SelectionState(ports, files);
  selection.all();
  const bulk = new BulkState(ports, selection);
  bulk.open('metadata');
  Object.assign(bulk.drafts[0]!, { key: 'rarity', value: 'epic' });
  return { bridge, bulk, files, selection };
}

const asked = (bridge: FakeBridge, wanted: Channel): unknown[] =>
  bridge.asked.filter(({ name }) => name === wanted).map(({ input }) => input);

test('the steps are looked at for the files selected when it began, and nothing is queued', async () => {
  const { bridge, bulk, files, selection } = await opened();
  const query = files.query.current;
  selection.clear();
  await bulk.prepare();
  expect([bulk.files, bulk.preview?.plan, asked(bridge, 'bulk.prepare'), asked(bridge, 'bulk.apply')]).toEqual([
    320,
    plan,
    [
      {
        connectionId: connectionA,
        selection: { kind: 'view', query, except: [] },
        operations: [{ kind: 'setKey', key: 'rarity', value: 'epic' }],
      },
    ],
    [],
  ]);
});

test('queueing ends it: the dialog is gone, nothing is selected, the next one begins anew', async () => {
  const { bridge, bulk, selection } = await opened();
  await bulk.prepare();
  expect([await bulk.apply(), bulk.isOpen, selection.isEmpty, asked(bridge, 'bulk.apply')]).toEqual([
    true,
    false,
    true,
    [{ planId: 4 }],
  ]);
  selection.all();
  bulk.open('metadata');
  expect(bulk.drafts.map(({ key }) => key)).toEqual(['']);
});

test('Esc goes back one level at a time, and what was typed stays', async () => {
  const { bridge, bulk } = await opened();
  const slow = later<'bulk.prepare'>();
  bridge.answer('bulk.prepare', () => slow.reply);
  const preparing = bulk.prepare();
  expect(bulk.isPreparing).toBe(true);
  bulk.back();
  slow.arrive(plan);
  await preparing;
  expect([bulk.isOpen, bulk.isPreparing, bulk.preview]).toEqual([true, false, null]);
  bridge.answer('bulk.prepare', () => ok(plan));
  await bulk.prepare();
  bulk.back();
  expect([bulk.isOpen, bulk.preview]).toEqual([true, null]);
  bulk.back();
  expect(bulk.isOpen).toBe(false);
  bulk.open('metadata');
  expect(bulk.drafts.map(({ key, value }) => [key, value])).toEqual([['rarity', 'epic']]);
});

test('names and metadata keep their own steps', async () => {
  const { bulk } = await opened();
  bulk.close();
  bulk.open('names');
  bulk.add();
  expect(bulk.drafts.map(({ kind }) => kind)).toEqual(['replaceInName', 'replaceInName']);
  bulk.remove(bulk.drafts[0]!.id);
  bulk.close();
  bulk.open('metadata');
  expect([bulk.drafts.length, bulk.drafts[0]?.key]).toEqual([1, 'rarity']);
});

test('steps that cannot be carried out are not sent', async () => {
  const { bridge, bulk } = await opened();
  bulk.add();
  await bulk.prepare();
  expect([bulk.isFit, asked(bridge, 'bulk.prepare')]).toEqual([false, []]);
});

test('a preview that cannot be made, or queued, says why and keeps the steps', async () => {
  const { bridge, bulk, selection } = await opened();
  bridge.answer('bulk.prepare', () => fail({ kind: 'hostGone' }));
  await bulk.prepare();
  expect([bulk.failure, bulk.isPreparing, bulk.isOpen]).toEqual([{ kind: 'hostGone' }, false, true]);
  bridge.answer('bulk.prepare', () => ok(plan));
  bridge.answer('bulk.apply', () => fail({ kind: 'notFound' }));
  await bulk.prepare();
  expect([await bulk.apply(), bulk.preview?.failure, selection.isEmpty, bulk.isOpen]).toEqual([
    false,
    { kind: 'notFound' },
    false,
    true,
  ]);
});

test('a plan that changes nothing cannot be queued', async () => {
  const { bridge, bulk } = await opened();
  bridge.answer('bulk.prepare', () => ok({ ...plan, changed: 0 }));
  await bulk.prepare();
  expect([await bulk.apply(), asked(bridge, 'bulk.apply')]).toEqual([false, []]);
});

test('the preview is fetched by the rows in sight', async () => {
  const { bridge, bulk } = await opened();
  await bulk.prepare();
  await settled();
  await bulk.preview?.rows.show(240, 260);
  expect([bulk.preview?.rows.count, asked(bridge, 'bulk.window')]).toEqual([
    316,
    [
      { planId: 4, from: 0, to: 100 },
      { planId: 4, from: 200, to: 300 },
    ],
  ]);
});

test.each([
  ['removeKey', {}, { key: 'empty' }],
  ['setKey', { key: 'a\u0007', value: '' }, { key: 'controlCharacter' }],
  ['renameKey', { key: 'a', to: 'a' }, { to: 'same' }],
  ['addToName', {}, { prefix: 'nothing' }],
  ['addToName', { suffix: '-v2' }, {}],
  ['numberNames', { first: '-1', digits: '13' }, { first: 'notNumber', digits: 'notNumber' }],
  ['replaceInName', { find: 'a' }, {}],
] as const)('a step to %s with %o is unfit by %o', (kind, typed, limitProblems) => {
  expect(problemsOf({ ...newDraft(1, kind), ...typed })).toEqual(limitProblems);
});

test('a step carries only what its kind needs', () => {
  const draft = { ...newDraft(1, 'numberNames'), key: 'left over', stem: 'aurora-', first: '7', digits: '4' };
  expect(operationOf(draft)).toEqual({ kind: 'numberNames', stem: 'aurora-', first: 7, digits: 4 });
});

test('a value for files that nobody selected opens after the steps typed before, and is asked for those files', async () => {
  const { bulk, bridge } = await opened();
  const selection = { kind: 'keys' as const, keys: [fileOf()] };
  bulk.close();
  bulk.openForKey(() => ({ selection, count: 12 }), { key: 'group', value: 'Ember Court' });
  await settled();
  expect([bulk.kind, bulk.files, bulk.drafts.map(operationOf)]).toEqual([
    'metadata',
    12,
    [
      { kind: 'setKey', key: 'rarity', value: 'epic' },
      { kind: 'setKey', key: 'group', value: 'Ember Court' },
    ],
  ]);
  await bulk.prepare();
  expect(asked(bridge, 'bulk.prepare')).toEqual([expect.objectContaining({ selection })]);
  bulk.close();
  bulk.openForKey(() => ({ selection, count: 0 }), { key: 'group', value: 'Ember Court' });
  await settled();
  expect(bulk.isOpen).toBe(false);
});

test('an edit that is being queued stays open, so that its failure is told and nothing typed elsewhere is lost', async () => {
  const { bridge, bulk, selection } = await opened();
  await bulk.prepare();
  const queueing = later<'bulk.apply'>();
  bridge.answer('bulk.apply', () => queueing.reply);
  const applied = bulk.apply();
  bulk.back();
  bulk.close();
  const open = [bulk.isOpen, bulk.preview?.isApplying];
  queueing.fail({ kind: 'unexpected', reference: 'r-1' });
  expect([open, await applied, bulk.preview?.failure, selection.isEmpty]).toEqual([
    [true, true],
    false,
    { kind: 'unexpected', reference: 'r-1' },
    false,
  ]);
  bulk.close();
  expect(bulk.isOpen).toBe(false);
});
