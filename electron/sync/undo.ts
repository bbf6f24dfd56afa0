import { z } from 'zod';
import { isOpen, sameBinding, type Binding, type Change, type Edit, type WantedChange } from '../../src/domain/edit.ts';
import { editId, type ChangeSetId, type ConnectionId, type EditId } from '../../src/domain/ids.ts';
import { inverseOf } from '../../src/domain/inverse.ts';
import { shownRecord } from '../../src/domain/shown.ts';
import type { FilesTable } from '../database/mirror-types.ts';
import type { FileOf, OutboxTable } from '../database/outbox-types.ts';
import { openChanges, type Queue, type WantedEdit } from './queue.ts';

/** What a gesture left behind that taking it back needs. */
const step = z.object({
  title: z.string(),
  /** Edits to be taken back: they were queued by the gesture. */
  added: z.array(editId),
  /** Edits to be brought back: they were discarded by the gesture. */
  discarded: z.array(editId),
  /** Those of them that were held: what a person kept from being sent comes back kept. */
  held: z.array(editId).default([]),
});
export type UndoStep = Readonly<z.infer<typeof step>>;

export const undoStacks = z.object({ undo: z.array(step), redo: z.array(step) });
export type UndoStacks = Readonly<z.infer<typeof undoStacks>>;

export type UndoPorts = {
  readonly outbox: OutboxTable;
  readonly files: FilesTable;
  readonly queue: Queue;
  readonly load: (connectionId: ConnectionId) => UndoStacks;
  readonly save: (connectionId: ConnectionId, stacks: UndoStacks) => void;
};

const LONGEST_STACK = 50;

/** Takes gestures back and does them again, across restarts. */
export class UndoHistory {
  readonly #ports: UndoPorts;

  constructor(ports: UndoPorts) {
    this.#ports = ports;
  }

  state(connectionId: ConnectionId): { readonly undo: string | null; readonly redo: string | null } {
    const { undo, redo } = this.#ports.load(connectionId);
    return { undo: undo.at(-1)?.title ?? null, redo: redo.at(-1)?.title ?? null };
  }

  /** Remembers a gesture that queued a change set; what was undone before can then no longer be done again. */
  queued(connectionId: ConnectionId, title: string, set: ChangeSetId): void {
    this.#push(connectionId, { title, added: [...this.#ports.outbox.editIdsOfSet(set)], discarded: [], held: [] });
  }

  /** Discards edits, and remembers those that were not over before. */
  discard(connectionId: ConnectionId, title: string, ids: readonly EditId[]): void {
    this.#ports.outbox.atomically(() => {
      const discarded = this.#discard(this.#edits(ids));
      this.#push(connectionId, { title, added: [], ...discarded });
    });
  }

  #push(connectionId: ConnectionId, done: UndoStep): void {
    if (done.added.length + done.discarded.length === 0) return;
    const { undo } = this.#ports.load(connectionId);
    this.#ports.save(connectionId, { undo: [...undo, done].slice(-LONGEST_STACK), redo: [] });
  }

  undo(connectionId: ConnectionId, binding: Binding): void {
    this.#ports.outbox.atomically(() => {
      const { undo, redo } = this.#ports.load(connectionId);
      const last = undo.at(-1);
      if (last === undefined) return;
      const reverse = this.#reverse(connectionId, binding, last, `Undo: ${last.title}`);
      this.#ports.save(connectionId, { undo: undo.slice(0, -1), redo: [...redo, reverse] });
    });
  }

  redo(connectionId: ConnectionId, binding: Binding): void {
    this.#ports.outbox.atomically(() => {
      const { undo, redo } = this.#ports.load(connectionId);
      const last = redo.at(-1);
      if (last === undefined) return;
      const reverse = this.#reverse(connectionId, binding, last, `Redo: ${last.title}`);
      this.#ports.save(connectionId, { undo: [...undo, reverse], redo: redo.slice(0, -1) });
    });
  }

  /** Takes any gesture back, and remembers that as a gesture of its own, by `title`. */
  takeBack(connectionId: ConnectionId, binding: Binding, title: string, ids: readonly EditId[]): void {
    this.#ports.outbox.atomically(() => {
      const gesture = { title, added: [...ids], discarded: [], held: [] };
      this.#push(connectionId, this.#reverse(connectionId, binding, gesture, title));
    });
  }

  /** @returns the step that takes this reversal back */
  #reverse(connectionId: ConnectionId, binding: Binding, of: UndoStep, title: string): UndoStep {
    const { outbox, queue } = this.#ports;
    const edits = this.#edits(of.added);
    const inverse = this.#inverse(
      connectionId,
      edits.filter((edit) => sameBinding(edit.binding, binding)),
    );
    const discarded = this.#discard(edits);
    queue.restore(of.discarded);
    queue.hold(of.held);
    const set = inverse.length === 0 ? null : queue.enqueue(connectionId, binding, title, inverse);
    const added = set === null ? [] : outbox.editIdsOfSet(set);
    return { title: of.title, added: [...of.discarded, ...added], ...discarded };
  }

  #edits(ids: readonly EditId[]): readonly Edit[] {
    return ids.flatMap((id) => this.#ports.outbox.edit(id) ?? []);
  }

  #discard(edits: readonly Edit[]): Pick<UndoStep, 'discarded' | 'held'> {
    const having = (fits: (one: Change) => boolean): EditId[] =>
      edits.filter((edit) => edit.changes.some(fits)).map(({ id }) => id);
    const [discarded, held] = [having(isOpen), having(({ status }) => status === 'held')];
    this.#ports.queue.discard(discarded);
    return { discarded, held };
  }

  #inverse(connectionId: ConnectionId, edits: readonly Edit[]): readonly WantedEdit[] {
    const byFile = Map.groupBy(edits, ({ network, fileId }) => `${network}/${fileId}`);
    return [...byFile.values()].flatMap((ofFile) => {
      const [first] = ofFile;
      if (first === undefined) return [];
      const of: FileOf = { connectionId, network: first.network, id: first.fileId };
      const mirrored = this.#ports.files.get(of);
      if (mirrored === null) return [];
      const shown = shownRecord(mirrored.record, openChanges(this.#ports.outbox, of));
      const changes = inverseOf(
        ofFile.flatMap((edit) => edit.changes),
        shown,
      ).filter(canBeAsked);
      return changes.length === 0 ? [] : [{ key: { network: of.network, id: of.id }, changes }];
    });
  }
}

/** A name cannot be taken away, only changed: one that was given to a nameless file stays. */
const canBeAsked = ({ field, mine }: WantedChange): boolean => field !== 'name' || mine !== null;
