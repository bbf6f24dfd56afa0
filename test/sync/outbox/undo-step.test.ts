import { describe, expect, test } from 'vitest';
import {
  afterRun,
  type DecisionPart,
  isEmpty,
  nothingLeft,
  type UndoRun,
  type UndoStacks,
  type UndoStep,
  withChangeSet,
  withDecision,
} from '../../../electron/sync/outbox/undo-step.ts';
import { changeSetId, editId } from '../../../src/domain/core/ids.ts';
import type { DecidedChange } from '../../../src/domain/edits/undecide.ts';
import { accountRefA } from '../../support/builders.ts';
import { fakeId } from '../../support/fake-service.ts';

const edit = (number: number) => editId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);
const step = (title: string, ...numbers: readonly number[]): UndoStep => ({
  ...nothingLeft,
  title,
  added: numbers.map(edit),
});
const decided = (number: number): DecidedChange => ({
  key: { network: 'public', id: fakeId(number) },
  ...{ editId: edit(number), field: 'name' },
  before: { status: 'conflicted', base: 'a', mine: 'b' },
  after: { status: 'queued', base: 'c', mine: 'b' },
});
const decision = (title: string, ...numbers: readonly number[]): UndoStep => ({
  ...nothingLeft,
  title,
  decided: numbers.map(decided),
});
const run = (kind: UndoRun['kind'], of: UndoStep, depth: number): UndoRun => ({
  ...{ kind, step: of, title: `${kind}: ${of.title}`, depth, changesBack: true, startedAtMs: 1 },
  ...{ set: changeSetId.parse(edit(9_999)), binding: accountRefA },
});
const [one, two] = [step('One', 1), step('Two', 2)];
const nothing = step('Nothing');

describe('a decision on the undo stack', () => {
  const stacks: UndoStacks = { undo: [one, decision('Settle', 2)], redo: [two] };

  test('that is a part of the one on top joins it', () => {
    const after = withDecision(stacks, 'Settle', [decided(3), decided(4)], 'further');
    expect(after).toEqual({ undo: [one, decision('Settle', 2, 3, 4)], redo: [] });
  });

  test('is a step of its own where it begins anew, has another title, or lies on no decision', () => {
    const own = (on: readonly UndoStep[], title: string, part: DecisionPart) =>
      withDecision({ undo: [...on], redo: [] }, title, [decided(3)], part)?.undo;
    const settled = decision('Settle', 3);
    expect(own(stacks.undo, 'Settle', 'first')).toEqual([...stacks.undo, settled]);
    expect(own(stacks.undo, 'Settle all', 'further')).toEqual([...stacks.undo, decision('Settle all', 3)]);
    expect(own([step('Settle', 1)], 'Settle', 'further')).toEqual([step('Settle', 1), settled]);
    expect(own([], 'Settle', 'further')).toEqual([settled]);
  });

  test('that changed nothing leaves the stacks as they are', () => {
    expect(withDecision(stacks, 'Settle all', [], 'first')).toBeNull();
  });

  test('keeps two thousand values, and empties the stacks with one more, which comes in a later part too', () => {
    const most = Array.from({ length: 2_000 }, (_, number) => decided(number));
    const kept = withDecision({ undo: [one], redo: [two] }, 'Settle all', most, 'first');
    expect(kept?.undo.map((each) => each.decided.length)).toEqual([0, 2_000]);
    expect(withDecision(kept!, 'Settle all', [decided(2_000)], 'further')).toEqual({ undo: [], redo: [] });
  });
});

test('a step that put edits back and set as many decisions back is one to undo', () => {
  expect(isEmpty({ ...nothingLeft, added: [edit(1)], decided: [decided(2)] })).toBe(false);
  expect(isEmpty({ ...nothingLeft, held: [edit(1)] })).toBe(true);
});

describe('the stacks after an undo', () => {
  test('have its reverse to redo', () => {
    const stacks: UndoStacks = { undo: [one, two], redo: [step('Three', 3)] };
    const after = afterRun(stacks, run('undo', two, 2), step('Two', 4));
    expect(after).toEqual({ undo: [one], redo: [step('Three', 3), step('Two', 4)] });
  });

  test('have nothing to redo where it changed nothing', () => {
    const stacks: UndoStacks = { undo: [one, two], redo: [step('Three', 3)] };
    expect(afterRun(stacks, run('undo', two, 2), nothing)).toEqual({ undo: [one], redo: [] });
  });

  test.each([
    ['lies on top', [one, two], [two]],
    ['has removed it', [], []],
  ])('have nothing to redo where a step that came meanwhile %s', (_how, undo, left) => {
    const after = afterRun({ undo, redo: [] }, run('undo', one, 1), step('One', 3));
    expect(after).toEqual({ undo: left, redo: [] });
  });

  test('have lost the one that was undone, and none like it', () => {
    const others = [step('One', 1, 2), step('One', 2), step('Other', 1), decision('One', 1)];
    const after = afterRun({ undo: [one, ...others], redo: [] }, run('undo', one, 1), nothing);
    expect(after?.undo).toEqual(others);
    const twice = afterRun({ undo: [one, two, one], redo: [] }, run('undo', one, 3), nothing);
    expect(twice?.undo).toEqual([one, two]);
  });
});

describe('the stacks after a redo', () => {
  test('have it to undo below what came meanwhile, and the rest to redo', () => {
    const stacks: UndoStacks = { undo: [one, two], redo: [step('Four', 4), step('Three', 3)] };
    const after = afterRun(stacks, run('redo', step('Three', 3), 1), step('Three', 5));
    expect(after).toEqual({ undo: [one, step('Three', 5), two], redo: [step('Four', 4)] });
  });

  test('have nothing more to undo where it changed nothing', () => {
    const after = afterRun({ undo: [one], redo: [two] }, run('redo', two, 1), nothing);
    expect(after).toEqual({ undo: [one], redo: [] });
  });
});

describe('fifty steps', () => {
  const fifty = Array.from({ length: 50 }, (_, at) => step(`Step ${at}`, at));
  const newest = step('Newest', 100);

  test('can be undone, and no more', () => {
    expect(withChangeSet({ undo: fifty, redo: [] }, newest)?.undo).toEqual([...fifty.slice(1), newest]);
    expect(withDecision({ undo: fifty, redo: [] }, 'Settle', [decided(1)], 'first')?.undo).toHaveLength(50);
  });

  test('can be undone after a redo, and no more', () => {
    const after = afterRun({ undo: fifty, redo: [newest] }, run('redo', newest, 50), newest);
    expect(after?.undo).toEqual([...fifty.slice(1), newest]);
  });
});
