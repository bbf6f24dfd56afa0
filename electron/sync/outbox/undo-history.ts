import { changeSetId, type ChangeSetId, type ConnectionId, type EditId } from '../../../src/domain/core/ids.ts';
import type { Remedy } from '../../../src/domain/edits/remedy.ts';
import type { DecidedChange } from '../../../src/domain/edits/undecide.ts';
import { SLICE_FILES } from '../yielding.ts';
import type { Random } from '../ports.ts';
import { partsOf, inverseEdits, type FilePart, type InversePorts } from './undo-inverse.ts';
import { remediedEdits } from './remedied-edits.ts';
import {
  afterRun,
  isEmpty,
  joined,
  type Left,
  nothingLeft,
  undoPart,
  undoRun,
  withChangeSet,
  withDecision,
  withRenewed,
  type DecisionPart,
  type UndoRun,
  type UndoStacks,
} from './undo-step.ts';
import type { AccountRef } from '../../../src/domain/connections/connection.ts';

/** The journal of the run under way: the run itself, then one entry for each part that is done. */
type UndoJournal = {
  readonly parts: (connectionId: ConnectionId) => readonly unknown[];
  readonly add: (connectionId: ConnectionId, part: unknown) => void;
  readonly clear: (connectionId: ConnectionId) => void;
};

export type UndoPorts = InversePorts & {
  readonly random: Random;
  readonly load: (connectionId: ConnectionId) => UndoStacks;
  readonly save: (connectionId: ConnectionId, stacks: UndoStacks) => void;
  readonly journal: UndoJournal;
};

/** The step that an undo or a redo has carried out; `isChanged` is false when everything had changed since. */
export type DoneStep = { readonly title: string; readonly isChanged: boolean };

type NewRun = Pick<UndoRun, 'kind' | 'step' | 'title' | 'binding' | 'changesBack' | 'remedy'>;

/**
 * Undoes and redoes change sets, across restarts. A large one runs in parts, each a transaction of its own, and yields to
 * the event loop between them. The next start or the next undo finishes a run that a crash or a full disk cut off.
 */
export class UndoHistory {
  readonly #ports: UndoPorts;
  readonly #turns = new Map<ConnectionId, Promise<void>>();
  /** The title of the latest decision where it was too large for a step; its parts that follow are none either. */
  readonly #tooLarge = new Map<ConnectionId, string>();
  #isClosed = false;

  constructor(ports: UndoPorts) {
    this.#ports = ports;
  }

  state(connectionId: ConnectionId): { readonly undo: string | null; readonly redo: string | null } {
    const { undo, redo } = this.#ports.load(connectionId);
    return { undo: undo.at(-1)?.title ?? null, redo: redo.at(-1)?.title ?? null };
  }

  /** Puts a queued change set on the undo stack and empties the redo stack. */
  queued(connectionId: ConnectionId, title: string, set: ChangeSetId): void {
    const added = [...this.#ports.outbox.editIdsOfSet(set)];
    this.#save(connectionId, withChangeSet(this.#ports.load(connectionId), { ...nothingLeft, title, added }));
  }

  /** Puts a decision about conflicts on the undo stack: no undo reaches below it before it is undone itself. */
  decided(
    connectionId: ConnectionId,
    title: string,
    changes: readonly DecidedChange[],
    part: DecisionPart = 'first',
  ): void {
    if (part === 'first') this.#tooLarge.delete(connectionId);
    else if (this.#tooLarge.get(connectionId) === title) return;
    const after = withDecision(this.#ports.load(connectionId), title, changes, part);
    if (after?.undo.length === 0) this.#tooLarge.set(connectionId, title);
    this.#save(connectionId, after);
  }

  /** @returns null when nothing was left to undo */
  undo(connectionId: ConnectionId, accountRef: AccountRef): Promise<DoneStep | null> {
    return this.#step(connectionId, accountRef, 'undo');
  }

  /** @returns null when nothing was left to redo */
  redo(connectionId: ConnectionId, accountRef: AccountRef): Promise<DoneStep | null> {
    return this.#step(connectionId, accountRef, 'redo');
  }

  #step(connectionId: ConnectionId, accountRef: AccountRef, kind: 'undo' | 'redo'): Promise<DoneStep | null> {
    return this.#inTurn(connectionId, async () => {
      // An unfinished run is still on its stack: undo finishes it and does nothing else.
      const finished = await this.#finish(connectionId);
      if (finished?.kind === kind) return { title: finished.step.title, isChanged: true };
      const step = this.#ports.load(connectionId)[kind].at(-1);
      if (step === undefined) return null;
      const title = `${kind === 'undo' ? 'Undo' : 'Redo'}: ${step.title}`;
      const run = { kind, step, title, binding: accountRef, changesBack: true };
      return { title: step.title, isChanged: await this.#begin(connectionId, run) };
    });
  }

  /** Undoes any edits, as a change set of its own with `title`. */
  takeBack(connectionId: ConnectionId, accountRef: AccountRef, title: string, ids: readonly EditId[]): Promise<void> {
    return this.#ownChangeSet(connectionId, { binding: accountRef, title, changesBack: true }, { added: [...ids] });
  }

  /** Discards edits, as a change set of its own with `title`. */
  discard(connectionId: ConnectionId, accountRef: AccountRef, title: string, ids: readonly EditId[]): Promise<void> {
    return this.#ownChangeSet(connectionId, { binding: accountRef, title, changesBack: false }, { added: [...ids] });
  }

  /** Puts discarded edits back, as a change set of its own with `title`. */
  restore(connectionId: ConnectionId, accountRef: AccountRef, title: string, ids: readonly EditId[]): Promise<void> {
    const how = { binding: accountRef, title, changesBack: true };
    return this.#ownChangeSet(connectionId, how, { discarded: [...ids] });
  }

  /** Discards refused edits and asks for them again in another way, as a change set of its own with `title`. */
  remedy(
    connectionId: ConnectionId,
    accountRef: AccountRef,
    title: string,
    ids: readonly EditId[],
    remedy: Remedy,
  ): Promise<void> {
    const how = { binding: accountRef, title, changesBack: false, remedy };
    return this.#ownChangeSet(connectionId, how, { added: [...ids] });
  }

  #ownChangeSet(connectionId: ConnectionId, how: Omit<NewRun, 'kind' | 'step'>, of: Partial<Left>): Promise<void> {
    return this.#inTurn(connectionId, async () => {
      await this.#finish(connectionId);
      const step = { ...nothingLeft, title: how.title, ...of };
      await this.#begin(connectionId, { ...how, kind: 'gesture', step });
    });
  }

  /** Finishes a run that a crash cut off. @returns whether there was one */
  resume(connectionId: ConnectionId): Promise<boolean> {
    return this.#inTurn(connectionId, async () => (await this.#finish(connectionId)) !== null);
  }

  /** Waits for the part under way. Call before the outbox closes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#turns.values());
  }

  async #begin(connectionId: ConnectionId, given: NewRun): Promise<boolean> {
    const { random, clock, load } = this.#ports;
    const depth = load(connectionId).undo.length;
    const run = { ...given, set: changeSetId.parse(random.uuid()), startedAtMs: clock.nowMs(), depth };
    return this.#carryOut(connectionId, run, await partsOf(this.#ports, run.step, new Set()), true);
  }

  /** @returns the run that was finished; null when there was none */
  async #finish(connectionId: ConnectionId): Promise<UndoRun | null> {
    const [first, ...rest] = this.#ports.journal.parts(connectionId);
    if (first === undefined) return null;
    const run = undoRun.parse(first);
    const done = new Set(rest.flatMap((part) => undoPart.parse(part).done));
    await this.#carryOut(connectionId, run, await partsOf(this.#ports, run.step, done), false);
    return run;
  }

  async #carryOut(
    connectionId: ConnectionId,
    run: UndoRun,
    files: readonly FilePart[],
    isNew: boolean,
  ): Promise<boolean> {
    const { queue, journal, clock } = this.#ports;
    const partOf = run.remedy === undefined ? inverseEdits : remediedEdits;
    for (let from = 0; ; from += SLICE_FILES) {
      const isLast = from + SLICE_FILES >= files.length;
      const isChanged = queue.together(() => {
        if (isNew && from === 0) journal.add(connectionId, run);
        journal.add(connectionId, partOf(this.#ports, connectionId, run, files.slice(from, from + SLICE_FILES)));
        return isLast && this.#end(connectionId, run);
      });
      if (isLast) return isChanged;
      await clock.yieldToEventLoop();
      // The journal leaves the rest to the next start.
      if (this.#isClosed) return true;
    }
  }

  /** @returns whether the run has changed anything */
  #end(connectionId: ConnectionId, run: UndoRun): boolean {
    const { journal, load } = this.#ports;
    const [, ...kept] = journal.parts(connectionId);
    const parts = kept.map((part) => undoPart.parse(part));
    const left = joined(parts);
    const renewed = parts.flatMap((part) => part.renewed);
    const stacks = load(connectionId);
    const after = afterRun(stacks, run, { title: run.step.title, ...left });
    this.#save(connectionId, renewed.length === 0 ? after : withRenewed(after ?? stacks, renewed));
    journal.clear(connectionId);
    return !isEmpty(left);
  }

  #save(connectionId: ConnectionId, stacks: UndoStacks | null): void {
    if (stacks !== null) this.#ports.save(connectionId, stacks);
  }

  /** Runs one after the other for each connection. */
  #inTurn<T>(connectionId: ConnectionId, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(connectionId) ?? Promise.resolve()).then(work);
    // Only the caller of a failed run hears of its failure; the next run starts all the same.
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(connectionId, settled);
    return turn;
  }
}
