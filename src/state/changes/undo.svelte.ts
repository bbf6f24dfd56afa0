import type { Undone, UndoSteps } from '../../contract/changes.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { Action } from '../app/action.svelte.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query, throttle } from '../app/query.svelte.ts';

const nothing: UndoSteps = { undo: null, undoId: null, redo: null };

const isSame = (a: UndoSteps, b: UndoSteps): boolean => a.undo === b.undo && a.undoId === b.undoId && a.redo === b.redo;

/** The last step, for a person who does not see the bar. `title` is the title of the change set. */
export type LastStep =
  | { readonly kind: 'done' | 'takenBack' | 'doneAgain' | 'leftAsItIs'; readonly title: string }
  | { readonly kind: Nothing };
type Nothing = 'nothingToUndo' | 'nothingToRedo';

/** A screen reader has this long to read a step out; the bar itself stays until the next change set. */
const SAID_MS = 5_000;

/** The last change set, which a person can undo, and the one undone last, which they can redo. */
export class UndoState {
  readonly #ports: ScreenPorts;
  readonly #answer: Query<void, UndoSteps>;
  /** The steps on the bar when the person put it away. */
  #hidden = $state.raw<UndoSteps | null>(null);
  readonly #action = new Action();
  #said = $state.raw<LastStep | null>(null);
  readonly #after: typeof pageClock.after;
  #keepSaid: (() => void) | undefined;

  readonly isShown = $derived.by(() => {
    const { undo, redo } = this.#steps;
    return this.failure !== null || this.without !== null || ((undo !== null || redo !== null) && !this.isPutAway);
  });

  constructor(ports: ScreenPorts, { after } = pageClock) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#answer = new Query(() => bridge.ask('undo.state', { connectionId }));
    this.#after = after;
  }

  get #steps(): UndoSteps {
    return this.#answer.current ?? nothing;
  }
  /** The title of the last change set; null when there is none. */
  get undoable(): string | null {
    return this.#steps.undo;
  }
  get redoable(): string | null {
    return this.#steps.redo;
  }
  /** Whether the person put these steps away: a bar that comes for a sentence comes without them. */
  get isPutAway(): boolean {
    return this.#hidden !== null;
  }
  get failure(): Failure | null {
    return this.#action.failure;
  }
  get isActing(): boolean {
    return this.#action.isBusy;
  }
  /** The step for a screen reader to read out now; null most of the time. */
  get said(): LastStep | null {
    return this.#said;
  }

  /** @returns stops watching */
  watch(): () => void {
    const ask = throttle(() => this.#ask());
    ask();
    const stop = this.#ports.bridge.listen('changes.changed', ask);
    return () => {
      stop();
      this.#endSaid();
    };
  }

  /** The last step that came to nothing; null for one that changed something. */
  get without(): LastStep | null {
    const step = this.#said;
    const isDone = step === null || step.kind === 'done' || step.kind === 'takenBack' || step.kind === 'doneAgain';
    return isDone ? null : step;
  }

  /** Asks the core in any case: the bar may be a moment behind. */
  undo(): Promise<void> {
    return this.#carryOut('undo.undo', 'takenBack', 'nothingToUndo');
  }

  redo(): Promise<void> {
    return this.#carryOut('undo.redo', 'doneAgain', 'nothingToRedo');
  }

  /** Puts the bar and what it says away until the next change set; the keys go on working. */
  hide(): void {
    this.#action.clear();
    this.#endSaid();
    this.#hidden = this.#steps;
  }

  async #carryOut(name: 'undo.undo' | 'undo.redo', kind: 'takenBack' | 'doneAgain', nothing: Nothing): Promise<void> {
    if (this.isActing) return;
    const { bridge, connectionId } = this.#ports;
    this.#answer.giveUp();
    const reply = await this.#answer.act<Undone>(() =>
      this.#action.runBeside(() => bridge.ask(name, { connectionId })),
    );
    // The question that was given up is asked again.
    if (!reply.ok) return this.#ask();
    const { step } = reply.value;
    this.#say(step === null ? { kind: nothing } : { kind: step.isChanged ? kind : 'leftAsItIs', title: step.title });
    await this.#answer.arrival;
    this.#showWhatMoved();
  }

  async #ask(): Promise<void> {
    const before = this.#answer.current;
    const now = await this.#answer.ask();
    if (now === null) return;
    // A new change set leaves nothing to redo.
    const isNew =
      before !== null &&
      !this.isActing &&
      now.redo === null &&
      (now.undo !== before.undo || now.undoId !== before.undoId);
    if (isNew && now.undo !== null) this.#say({ kind: 'done', title: now.undo });
    this.#showWhatMoved();
  }

  /** An announcement that changed nothing must not bring back a bar that was put away. */
  #showWhatMoved(): void {
    if (this.#hidden !== null && !isSame(this.#hidden, this.#steps)) this.#hidden = null;
  }

  #endSaid(): void {
    this.#keepSaid?.();
    this.#said = null;
  }

  #say(step: LastStep): void {
    this.#said = step;
    this.#keepSaid?.();
    this.#keepSaid = this.#after(SAID_MS, () => (this.#said = null));
  }
}
