import { z } from 'zod';
import { changeSetId, editId } from '../../../src/domain/core/ids.ts';
import { accountRef } from '../../../src/domain/connections/connection.ts';

/** What a gesture left behind that taking it back needs. */
const left = {
  /** Edits to be taken back: they were queued by the gesture. */
  added: z.array(editId),
  /** Edits to be brought back: they were discarded by the gesture. */
  discarded: z.array(editId),
  /** Those of them that were held: what a person kept from being sent comes back kept. */
  held: z.array(editId).default([]),
};
export type Left = Readonly<z.infer<z.ZodObject<typeof left>>>;

const step = z.object({ title: z.string(), ...left });
export type UndoStep = Readonly<z.infer<typeof step>>;

export const undoStacks = z.object({ undo: z.array(step), redo: z.array(step) });
export type UndoStacks = Readonly<z.infer<typeof undoStacks>>;

/** A step on its way back, written down with its first part so that what a crash cut off is finished at the next start. */
export const undoRun = z.object({
  /** `gesture`: what is taken back comes from no stack, and is a gesture of its own. */
  kind: z.enum(['undo', 'redo', 'gesture']),
  step,
  /** Of the gesture this is. */
  title: z.string(),
  /** The one change set that takes all inverse edits. */
  set: changeSetId,
  binding: accountRef,
  startedAtMs: z.number(),
  /** False: what was sent stays as it is. */
  changesBack: z.boolean(),
  /** Gestures that could be undone when it began: what comes on top meanwhile stays on top. */
  depth: z.number(),
});
export type UndoRun = Readonly<z.infer<typeof undoRun>>;

/** What one part of a run did, in one transaction with doing it. */
export const undoPart = z.object({ ...left, done: z.array(editId) });

export const nothingLeft: Left = { added: [], discarded: [], held: [] };

export const joined = (parts: readonly Left[]): Left => ({
  added: parts.flatMap(({ added }) => added),
  discarded: parts.flatMap(({ discarded }) => discarded),
  held: parts.flatMap(({ held }) => held),
});

const LONGEST_STACK = 50;

/** The stacks after `done`, a gesture of which nothing can be done again. @param depth gestures that stay below it */
export function withGesture({ undo }: UndoStacks, done: UndoStep, depth = undo.length): UndoStacks | null {
  if (done.added.length + done.discarded.length === 0) return null;
  return { undo: undo.toSpliced(depth, 0, done).slice(-LONGEST_STACK), redo: [] };
}

/** The stacks after a step was taken off one of them; null when nothing about them is to change. */
export function afterRun(stacks: UndoStacks, run: UndoRun, reverse: UndoStep): UndoStacks | null {
  const { undo, redo } = stacks;
  switch (run.kind) {
    case 'gesture':
      return withGesture(stacks, reverse, run.depth);
    case 'undo': {
      const at = undo.findLastIndex((one) => isSame(one, run.step));
      // With a newer gesture on top, what is below can no longer be done again.
      const isLast = at === undo.length - 1;
      return { undo: undo.filter((_, place) => place !== at), redo: isLast ? [...redo, reverse] : redo };
    }
    case 'redo':
      return {
        undo: undo.toSpliced(run.depth, 0, reverse).slice(-LONGEST_STACK),
        redo: redo.filter((one) => !isSame(one, run.step)),
      };
  }
}

/** No two steps queued or discarded the same edit first and were of the same size. */
const isSame = (a: UndoStep, b: UndoStep): boolean =>
  a.title === b.title &&
  a.added.length === b.added.length &&
  a.discarded.length === b.discarded.length &&
  a.added[0] === b.added[0] &&
  a.discarded[0] === b.discarded[0];
