import type { Input } from '../../contract/index.ts';
import type { Plan } from '../../contract/bulk.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import type { PlannedFile } from '../../domain/edits/bulk.ts';
import type { CountedSelection } from '../../domain/files/queries.ts';
import { stagedEdit, type StagedEdit } from '../../domain/palette/staged-edit.ts';
import { Action } from '../app/action.svelte.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';
import type { FilesState } from '../files/files.svelte.ts';
import type { SelectionState } from '../files/selection.svelte.ts';

/** Files whose plan is made while a person types; more are planned in the dialog of many files. */
export const MOST_STAGED_FILES = 1_000;
const PREVIEWED_FILES = 3;
/** A plan is asked for once the typing rests this long. */
const REST_MS = 200;

/** The plan of a staged edit, with its first files. */
export type StagedPlan = { readonly plan: Plan; readonly files: readonly PlannedFile[] };

/** The edit that the words of the palette ask for, planned and not queued. */
export class StagedEditState {
  readonly #ports: ScreenPorts;
  readonly #files: FilesState;
  readonly #selection: SelectionState;
  readonly #after: typeof pageClock.after;
  #edit = $state.raw<StagedEdit | null>(null);
  readonly #plan: Query<Input<'bulk.prepare'>, StagedPlan>;
  readonly #applying = new Action();
  #unqueued = $state.raw<StagedEdit | null>(null);
  #callOff = (): void => undefined;

  constructor(
    ports: ScreenPorts,
    { files, selection }: { files: FilesState; selection: SelectionState },
    { after } = pageClock,
  ) {
    this.#ports = ports;
    this.#files = files;
    this.#selection = selection;
    this.#after = after;
    this.#plan = new Query((input) => this.#prepare(input), 'forget');
  }

  /** Null where the words ask for no edit, or no file is meant. */
  get edit(): StagedEdit | null {
    return this.#edit;
  }
  /** Null until it is made, and for more files than are planned here. */
  get planned(): StagedPlan | null {
    return this.#plan.current;
  }
  get failure(): Failure | null {
    return this.#applying.failure ?? this.#plan.failure;
  }
  /** The edit that was chosen last, where it came to nothing; null otherwise. */
  get unqueued(): StagedEdit | null {
    return this.#unqueued;
  }
  /** How many files the edit is about. */
  get count(): number {
    return this.#subject()?.count ?? 0;
  }
  get isPlannedHere(): boolean {
    return this.count <= MOST_STAGED_FILES;
  }

  /** Takes the words as they are typed; a plan of earlier words is dropped. */
  read(words: string, knownKeys: readonly string[]): void {
    this.#callOff();
    this.#plan.clear();
    const subject = this.#subject();
    this.#edit = subject === null ? null : stagedEdit(words, knownKeys, subject.count);
    const edit = this.#edit;
    if (edit === null || subject === null || subject.count > MOST_STAGED_FILES) return;
    const { connectionId } = this.#ports;
    this.#callOff = this.#after(
      REST_MS,
      () => void this.#plan.ask({ connectionId, selection: subject.selection, operations: [edit] }),
    );
  }

  forget(): void {
    this.#applying.clear();
    this.#unqueued = null;
    this.#callOff();
    this.#plan.clear();
    this.#edit = null;
  }

  /** Queues an edit. @returns whether nothing stood against it: no failure, and a file that can take it */
  async apply(edit: StagedEdit): Promise<boolean> {
    const subject = this.#subject();
    if (subject === null) return true;
    const { connectionId } = this.#ports;
    const asked = { connectionId, selection: subject.selection, operations: [edit] };
    const applied = await this.#applying.runBeside(() => this.#queue(asked));
    const isDone = applied.ok && applied.value;
    this.#unqueued = isDone ? null : edit;
    return isDone;
  }

  /** Planned anew: the files may have changed since the words were typed. @returns false where no file can take the edit */
  async #queue(asked: Input<'bulk.prepare'>): Promise<Result<boolean, Failure>> {
    const { bridge } = this.#ports;
    const plan = await bridge.ask('bulk.prepare', asked);
    if (!plan.ok) return plan;
    const { planId, changed, unfit } = plan.value;
    if (changed === 0) return ok(unfit === 0);
    const applied = await bridge.ask('bulk.apply', { planId });
    return applied.ok ? ok(true) : applied;
  }

  /** The selected files; without any the chosen one. */
  #subject(): CountedSelection | null {
    const { isEmpty, isCounted, chosen, count } = this.#selection;
    if (this.#ports.app.router.target.kind !== 'files') return null;
    if (!isEmpty) return isCounted ? { selection: chosen, count } : null;
    const key = this.#files.query.chosen;
    return key === null ? null : { selection: { kind: 'keys', keys: [key] }, count: 1 };
  }

  async #prepare(input: Input<'bulk.prepare'>) {
    const { bridge } = this.#ports;
    const plan = await bridge.ask('bulk.prepare', input);
    if (!plan.ok) return plan;
    const { planId } = plan.value;
    const first = await bridge.ask('bulk.window', { planId, from: 0, to: PREVIEWED_FILES });
    return first.ok ? ok({ plan: plan.value, files: first.value.rows }) : first;
  }
}
