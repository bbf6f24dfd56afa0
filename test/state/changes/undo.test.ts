import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UndoSteps as Stacks } from '../../../src/contract/changes.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { UndoState } from '../../../src/state/changes/undo.svelte.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000);

/** A core that has done these change sets, and takes them back and does them again. */
function core(done: readonly string[]) {
  let undone: readonly string[] = [];
  const state = (): Stacks => ({ undo: done.at(-1) ?? null, undoId: `${done.length}`, redo: undone.at(-1) ?? null });
  const bridge = fakeBridge({
    'undo.state': () => ok(state()),
    'undo.undo': () => {
      const title = done.at(-1)!;
      undone = [...undone, ...done.slice(-1)];
      done = done.slice(0, -1);
      bridge.announce('changes.changed');
      return ok({ ...state(), step: { title, isChanged: true } });
    },
    'undo.redo': () => {
      const title = undone.at(-1)!;
      done = [...done, ...undone.slice(-1)];
      undone = undone.slice(0, -1);
      bridge.announce('changes.changed');
      return ok({ ...state(), step: { title, isChanged: true } });
    },
  });
  const enqueue = (title: string): void => {
    done = [...done, title];
    undone = [];
    bridge.announce('changes.changed');
  };
  return { bridge, enqueue };
}

test('what was done before the start can be taken back, and is not read out', async () => {
  const { bridge } = core(['Rename a to b']);
  const undo = new UndoState(portsOf(bridge));
  undo.watch();
  await settled();
  expect([undo.isShown, undo.undoable, undo.redoable, undo.said]).toEqual([true, 'Rename a to b', null, null]);
});

test('a change set that reads like the one before is read out, too', async () => {
  const { bridge, enqueue } = core(['Set env on 2 files']);
  const undo = new UndoState(portsOf(bridge));
  undo.watch();
  await settled();
  enqueue('Set env on 2 files');
  await settled();
  const first = undo.said;
  expect(first).toEqual({ kind: 'done', title: 'Set env on 2 files' });
  enqueue('Set env on 2 files');
  await settled();
  expect([undo.said, undo.said === first]).toEqual([first, false]);
});

test('there is no bar before the first change set', async () => {
  const undo = new UndoState(portsOf(core([]).bridge));
  undo.watch();
  await settled();
  expect(undo.isShown).toBe(false);
});

test('a step is read out for as long as it takes, although the one before came a moment earlier', async () => {
  const { bridge, enqueue } = core(['before']);
  const undo = new UndoState(portsOf(bridge));
  undo.watch();
  await settled();
  enqueue('older');
  await settled();
  enqueue('newer');
  await settled();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(undo.said).toEqual({ kind: 'done', title: 'newer' });
});

test('that nothing is left to undo or redo is said for a moment', async () => {
  const { bridge } = core([]);
  const undo = new UndoState(portsOf(bridge));
  undo.watch();
  await settled();
  const nothing = () => ok({ undo: null, undoId: null, redo: null, step: null });
  bridge.answer('undo.undo', nothing);
  bridge.answer('undo.redo', nothing);
  await undo.undo();
  expect([undo.isShown, undo.without, undo.said?.kind]).toEqual([true, { kind: 'nothingToUndo' }, 'nothingToUndo']);
  await undo.redo();
  expect(undo.without).toEqual({ kind: 'nothingToRedo' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([undo.isShown, undo.without]).toEqual([false, null]);
});

test('an undo of what has changed since says that it was left as it is', async () => {
  const { bridge } = core(['Settle a conflict']);
  const undo = new UndoState(portsOf(bridge));
  undo.watch();
  await settled();
  bridge.answer('undo.undo', () =>
    ok({ undo: null, undoId: null, redo: null, step: { title: 'Settle a conflict', isChanged: false } }),
  );
  await undo.undo();
  expect([undo.without, undo.isShown]).toEqual([{ kind: 'leftAsItIs', title: 'Settle a conflict' }, true]);
});

test('an undo of more than the bar shows yet says what was undone, or that nothing was left', async () => {
  const { bridge } = core(['the older edit']);
  const undo = new UndoState(portsOf(bridge));
  undo.watch();
  await settled();
  bridge.answer('undo.undo', () =>
    ok({ undo: 'the older edit', undoId: null, redo: null, step: { title: 'newer', isChanged: true } }),
  );
  await undo.undo();
  expect(undo.said).toEqual({ kind: 'takenBack', title: 'newer' });
  bridge.answer('undo.undo', () => ok({ undo: null, undoId: null, redo: null, step: null }));
  await undo.undo();
  expect(undo.said).toEqual({ kind: 'nothingToUndo' });
});

test('a key held down takes one change set back at a time', async () => {
  const { bridge } = core(['a', 'b']);
  const undo = new UndoState(portsOf(bridge));
  undo.watch();
  await settled();
  const slow = later<'undo.undo'>();
  bridge.answer('undo.undo', () => slow.reply);
  const first = undo.undo();
  await undo.undo();
  slow.arrive({ undo: 'a', undoId: null, redo: 'b', step: { title: 'b', isChanged: true } });
  await first;
  expect(bridge.asked.filter(({ name }) => name === 'undo.undo')).toHaveLength(1);
});

test('the bar that was put away comes back with the next change set', async () => {
  const { bridge, enqueue } = core(['a']);
  const undo = new UndoState(portsOf(bridge));
  undo.watch();
  await settled();
  undo.hide();
  bridge.announce('changes.changed');
  await settled();
  expect(undo.isShown).toBe(false);
  enqueue('b');
  await settled();
  expect([undo.isShown, undo.undoable]).toEqual([true, 'b']);
});

test('a bar that only says that nothing was left is put away at once', async () => {
  const bridge = fakeBridge({
    'undo.state': () => ok({ undo: null, undoId: null, redo: null }),
    'undo.undo': () => ok({ undo: null, undoId: null, redo: null, step: null }),
  });
  const undo = new UndoState(portsOf(bridge));
  await undo.undo();
  const before = undo.isShown;
  undo.hide();
  expect([before, undo.isShown, undo.said]).toEqual([true, false, null]);
});

test('steps that were put away stay so beside a later sentence, until another change set', async () => {
  const { bridge, enqueue } = core(['a']);
  const undo = new UndoState(portsOf(bridge));
  undo.watch();
  await settled();
  undo.hide();
  bridge.answer('undo.redo', () => ok({ undo: 'a', undoId: '1', redo: null, step: null }));
  await undo.redo();
  const beside = [undo.isShown, undo.without?.kind, undo.isPutAway, undo.undoable];
  enqueue('b');
  await settled();
  expect([beside, undo.isPutAway]).toEqual([[true, 'nothingToRedo', true, 'a'], false]);
});

test('what could not be taken back is said, and is still there to be', async () => {
  const { bridge } = core(['a']);
  const undo = new UndoState(portsOf(bridge));
  undo.watch();
  await settled();
  const diskFull = { kind: 'notSaved', reason: 'diskFull', detail: 'ENOSPC' } as const;
  bridge.answer('undo.undo', () => fail(diskFull));
  await undo.undo();
  expect([undo.failure, undo.undoable, undo.said]).toEqual([diskFull, 'a', null]);
});

test('nothing listens after the frame is left', async () => {
  const { bridge } = core([]);
  new UndoState(portsOf(bridge)).watch()();
  await settled();
  expect(bridge.listeners()).toBe(0);
});

test('a change set that was announced during an undo that failed can be taken back', async () => {
  const { bridge, enqueue } = core(['first']);
  const undo = new UndoState(portsOf(bridge));
  undo.watch();
  await settled();
  const question = later<'undo.state'>();
  bridge.answer('undo.state', () => question.reply);
  enqueue('second');
  bridge.answer('undo.undo', () => fail({ kind: 'interrupted' }));
  const undoing = undo.undo();
  bridge.answer('undo.state', () => ok({ undo: 'second', undoId: null, redo: null }));
  await undoing;
  await settled();
  expect([undo.undoable, undo.failure]).toEqual(['second', { kind: 'interrupted' }]);
});
