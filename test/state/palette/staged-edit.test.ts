import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { StagedEditState } from '../../../src/state/palette/staged-edit.svelte.ts';
import { aView } from '../../support/a-view.ts';
import { uuid } from '../../support/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { aRow } from '../files/files-list.ts';
import { portsOf } from '../ports.ts';

const plan = {
  planId: 7,
  title: 'Set tier',
  files: 2,
  changed: 2,
  unfit: 0,
  outdated: 0,
  problems: [],
  problemCount: 0,
};
const edit = { kind: 'setKey', key: 'tier', value: 'gold' } as const;

async function staged(count = 300) {
  const bridge = fakeBridge({
    'files.open': () => ok(aView(1, count)),
    'files.window': ({ from, to }) =>
      ok({ rows: Array.from({ length: Math.min(to, count) - from }, (_, place) => aRow(from + place)) }),
    'files.position': () => ok({ position: null }),
    'files.close': () => ok(null),
    'bulk.prepare': () => ok(plan),
    'bulk.window': () => ok({ rows: [] }),
    'bulk.apply': () => ok({ changeSetId: uuid(1) as never, files: 2 }),
  });
  const ports = portsOf(bridge);
  const files = new FilesState(ports);
  const stop = files.watch();
  await eventually(() => expect(files.list).not.toBeNull());
  stop();
  const selection = new SelectionState(ports, files);
  const due: (() => void)[] = [];
  const after = (_: number, work: () => void) => {
    due.push(work);
    return () => void due.splice(due.indexOf(work), 1);
  };
  const state = new StagedEditState(
    ports,
    { files, selection },
    { after, steadyMs: () => 0, every: () => () => undefined, uuid: () => '' },
  );
  const asked = (name: string) => bridge.asked.filter((question) => question.name === name);
  return { asked, bridge, due, files, selection, state };
}

test('words that rest are planned for the selected files, and nothing is queued', async () => {
  const { asked, due, selection, state } = await staged();
  for (const position of [3, 4]) await selection.toggle(position);
  state.read('tier go', ['tier']);
  state.read('tier gold', ['tier']);
  expect([state.edit, state.count, due.length]).toEqual([edit, 2, 1]);
  due.forEach((work) => work());
  await eventually(() => expect(state.planned?.plan).toEqual(plan));
  expect(asked('bulk.prepare').map(({ input }) => input)).toMatchObject([{ operations: [edit] }]);
  expect(asked('bulk.apply')).toEqual([]);
});

test('an edit is queued by a plan of its own, also where nothing was planned yet', async () => {
  const { asked, files, state } = await staged();
  await files.choose(5);
  expect(await state.apply(edit)).toBe(true);
  expect(asked('bulk.prepare')[0]?.input).toMatchObject({ selection: { kind: 'keys', keys: [{ id: uuid(5) }] } });
  expect(asked('bulk.apply')[0]?.input).toEqual({ planId: 7 });
});

test('an edit that no file can take is told to be none, and one that all files have already is done', async () => {
  const { asked, bridge, files, state } = await staged();
  await files.choose(5);
  bridge.answer('bulk.prepare', () => ok({ ...plan, changed: 0, unfit: 1 }));
  expect(await state.apply(edit)).toBe(false);
  state.read('photo 7', ['tier']);
  expect([state.edit, state.unqueued]).toEqual([null, edit]);
  bridge.answer('bulk.prepare', () => ok({ ...plan, changed: 0 }));
  expect(await state.apply(edit)).toBe(true);
  expect(state.unqueued).toBeNull();
  expect([state.failure, asked('bulk.apply')]).toEqual([null, []]);
});

test('more files than are planned while a person types are not planned', async () => {
  const { due, selection, state } = await staged(5_000);
  selection.all();
  state.read('tier gold', ['tier']);
  expect([state.edit, state.isPlannedHere, due.length]).toEqual([edit, false, 0]);
});

test('why an edit could not be queued is told until it is forgotten', async () => {
  const { bridge, files, state } = await staged();
  await files.choose(5);
  bridge.answer('bulk.apply', () => fail({ kind: 'readOnly' }));
  expect([await state.apply(edit), state.failure]).toEqual([false, { kind: 'readOnly' }]);
  state.forget();
  expect(state.failure).toBeNull();
});

test('without a file nothing is staged', async () => {
  const { state } = await staged();
  state.read('tier gold', ['tier']);
  expect(state.edit).toBeNull();
});

test('a plan of earlier words goes with them, and none is made of words that were left', async () => {
  const { due, files, state } = await staged();
  await files.choose(5);
  state.read('tier gold', ['tier']);
  due.splice(0).forEach((work) => work());
  await eventually(() => expect(state.planned?.plan).toEqual(plan));
  state.read('tier silver', ['tier']);
  expect(state.planned).toBeNull();
  state.forget();
  expect(due).toEqual([]);
});
