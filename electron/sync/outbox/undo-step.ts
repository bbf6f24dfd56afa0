import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { decidedChange, type DecidedChange } from '../../../src/domain/edits/undecide.ts';
import { remedy } from '../../../src/domain/edits/remedy.ts';
import { changeSetId, editId, type EditId } from '../../../src/domain/core/ids.ts';
import { field } from '../../../src/domain/files/field.ts';
import { accountRef } from '../../../src/domain/connections/connection.ts';

/** The edits that an undo of one change set works on. */
const left = {
  /** Edits that the change set queued: undo takes them back. */
  added: z.array(editId),
  /** Edits that the change set discarded: undo puts them back. */
  discarded: z.array(editId),
  /** Those of `discarded` that were held: undo puts them back as held. */
  held: z.array(editId).default([]),
  /** Those of `discarded` that lay below a newer edit that waited: undo puts them back there. */
  below: z.array(editId).default([]),
  /** Changes of `discarded` that had been discarded before: undo leaves them out of the queue. */
  apart: z.array(z.object({ editId, field })).default([]),
  /** Changes that a person's decision about a conflict has changed: undo sets them back. */
  decided: z.array(decidedChange).default([]),
};
export type Left = Readonly<z.infer<z.ZodObject<typeof left>>>;

const step = z.object({ title: z.string(), ...left });
export type UndoStep = Readonly<z.infer<typeof step>>;

export const undoStacks = z.object({ undo: z.array(step), redo: z.array(step) });
export type UndoStacks = { readonly undo: readonly UndoStep[]; readonly redo: readonly UndoStep[] };

/** A run: one undo or redo under way, journalled with its first part so that the next start can finish it. */
export const undoRun = z.object({
  /** `gesture` is a run from no stack, which puts a step of its own on the undo stack. */
  kind: z.enum(['undo', 'redo', 'gesture']),
  step,
  /** The title of the change set that the run makes. */
  title: z.string(),
  /** The id of that change set, which gets all inverse edits. */
  set: changeSetId,
  binding: accountRef,
  startedAtMs: z.number(),
  /** Whether sent edits get an inverse edit; a discard leaves them as they are. */
  changesBack: z.boolean(),
  /** How refused edits of the step are asked for again, once they are discarded. */
  remedy: remedy.optional(),
  /** Length of the undo stack at the beginning: steps that come meanwhile stay on top. */
  depth: z.number(),
});
export type UndoRun = Readonly<z.infer<typeof undoRun>>;

/** What one part of a run did; journalled in the same transaction. */
export const undoPart = z.object({
  ...left,
  done: z.array(editId),
  /** Edits that were asked for anew instead of coming back, and the edits that stand for them. */
  renewed: z.array(z.object({ before: editId, now: editId })).default([]),
});
export type Renewed = z.infer<typeof undoPart>['renewed'];

export const nothingLeft: Left = { added: [], discarded: [], held: [], below: [], apart: [], decided: [] };

export const joined = (parts: readonly Left[]): Left => ({
  added: parts.flatMap(({ added }) => added),
  discarded: parts.flatMap(({ discarded }) => discarded),
  held: parts.flatMap(({ held }) => held),
  below: parts.flatMap(({ below }) => below),
  apart: parts.flatMap(({ apart }) => apart),
  decided: parts.flatMap(({ decided }) => decided),
});

/** Steps a person can undo. */
const LONGEST_STACK = 50;

/** The stacks with `done` on the undo stack; null when it did nothing. @param depth steps that stay below it */
export function withChangeSet({ undo }: UndoStacks, done: UndoStep, depth = undo.length): UndoStacks | null {
  if (isEmpty(done)) return null;
  return { undo: undo.toSpliced(depth, 0, done).slice(-LONGEST_STACK), redo: [] };
}

/** Whether there is nothing to undo in it. */
export const isEmpty = ({ added, discarded, decided }: Left): boolean =>
  added.length + discarded.length + decided.length === 0;

/** Which part of one decision some decided changes are: its first or only one, or one that joins those before it. */
export type DecisionPart = 'first' | 'further';

/** Decided changes whose values one step keeps. */
const MOST_DECIDED = 2_000;

/**
 * The stacks with a decision on top. A part of a larger decision joins the part before it. A decision that is too large to
 * keep its values leaves nothing to undo: the steps below it stand on what it has changed.
 */
export function withDecision(
  stacks: UndoStacks,
  title: string,
  decided: readonly DecidedChange[],
  part: DecisionPart,
): UndoStacks | null {
  const top = stacks.undo.at(-1);
  const isJoined = part === 'further' && top?.title === title && top.decided.length > 0;
  const all = isJoined ? [...top.decided, ...decided] : [...decided];
  if (all.length > MOST_DECIDED) return { undo: [], redo: [] };
  const below = isJoined ? { ...stacks, undo: stacks.undo.slice(0, -1) } : stacks;
  return withChangeSet(below, { ...nothingLeft, title, decided: all });
}

/** The stacks with every edit that was asked for anew in the place of the one before. */
export function withRenewed({ undo, redo }: UndoStacks, renewed: Renewed): UndoStacks {
  if (renewed.length === 0) return { undo, redo };
  const now = new Map(renewed.map((one) => [one.before, one.now]));
  const ids = (all: readonly EditId[]): EditId[] => all.map((id) => now.get(id) ?? id);
  const renew = (one: UndoStep): UndoStep => ({
    ...one,
    ...{ added: ids(one.added), discarded: ids(one.discarded), held: ids(one.held), below: ids(one.below) },
  });
  return { undo: undo.map(renew), redo: redo.map(renew) };
}

/** The stacks after a run. @param reverse the step that reverses it @returns null when they stay as they are */
export function afterRun(stacks: UndoStacks, run: UndoRun, reverse: UndoStep): UndoStacks | null {
  const { undo, redo } = stacks;
  switch (run.kind) {
    case 'gesture':
      return withChangeSet(stacks, reverse, run.depth);
    case 'undo': {
      const at = placeOf(run.step, undo);
      // A newer step has emptied the redo stack for good.
      const isLast = at >= 0 && at === undo.length - 1;
      const again = isEmpty(reverse) ? [] : [...redo, reverse];
      return { undo: undo.filter((_, place) => place !== at), redo: isLast ? again : redo };
    }
    case 'redo': {
      const at = placeOf(run.step, redo);
      return {
        undo: (isEmpty(reverse) ? undo : undo.toSpliced(run.depth, 0, reverse)).slice(-LONGEST_STACK),
        redo: redo.filter((_, place) => place !== at),
      };
    }
  }
}

/** @returns -1 for a step that a newer one has removed */
const placeOf = (step: UndoStep, stack: readonly UndoStep[]): number =>
  stack.findLastIndex((one) => isDeepStrictEqual(one, step));
