import type { Conflict, EditDetail, ListedChangeSet, Target } from '../../contract/changes.ts';
import type { Reply } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Field } from '../../domain/files/field.ts';
import { fileKeyText } from '../../domain/core/ids.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import type { EditAction } from './change-set-status.ts';
import { FileConflictState, type Decision } from './conflicts.svelte.ts';
import { NoteDrafts } from './note-drafts.svelte.ts';
import { OutcomesState } from './outcomes.svelte.ts';
import { RemedyState } from './remedy.svelte.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** Edits arrive in blocks of this size; a person asks for the next one. */
const BLOCK_EDITS = 100;
/** Fields of a file that are decided at once: the contract takes no more. */
const BLOCK_FIELDS = 100;

type Loaded = { readonly row: ListedChangeSet; readonly edits: readonly EditDetail[]; readonly hasMore: boolean };
type Opened = Loaded & { readonly conflicts: readonly Conflict[] };

/** The change set that is open: its edits, its conflicts, and the decisions of a person about them. */
export class ChangeSetState {
  readonly #ports: ScreenPorts;
  #id = $state.raw<string | null>(null);
  readonly #opened: Query<string, Opened>;
  #conflicts = $state.raw<readonly FileConflictState[]>([]);
  /** The conflicts of the whole connection; none while this set has none. */
  readonly #everywhere: Query<void, readonly Conflict[]>;
  /** What became of its files; asked for when the set has more than one. */
  readonly outcomes: OutcomesState;
  readonly #action = new Action();
  /** A look at another change set, and the end of the page, lose none of them. */
  readonly noteDrafts: NoteDrafts;
  #isTakenBack = $state(false);
  #wanted = BLOCK_EDITS;
  #arrival: Promise<void> = Promise.resolve();

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.noteDrafts = new NoteDrafts(ports, () => this.refresh());
    this.outcomes = new OutcomesState(ports);
    this.#opened = new Query((id) => this.#ask(id));
    this.#everywhere = new Query(() => bridge.ask('changes.conflicts', { connectionId, changeSetId: null }));
  }

  get id(): string | null {
    return this.#id;
  }

  get row(): ListedChangeSet | null {
    return this.#opened.current?.row ?? null;
  }

  get edits(): readonly EditDetail[] {
    return this.#opened.current?.edits ?? [];
  }

  get hasMore(): boolean {
    return this.#opened.current?.hasMore ?? false;
  }

  /** One state for each file that waits for a decision. */
  get conflicts(): readonly FileConflictState[] {
    return this.#conflicts;
  }

  /** Why the core could not give the set. */
  get failure(): Failure | null {
    return this.#opened.failure;
  }

  /** Why the core did not carry out the last action; null once it carried one out. */
  get actionFailure(): Failure | null {
    return this.#action.failure;
  }

  /** Puts the failure of the last action away. */
  forgetFailure(): void {
    this.#action.clear();
  }

  get isActing(): boolean {
    return this.#action.isBusy;
  }

  /** The person's last action here took something back. */
  get isTakenBack(): boolean {
    return this.#isTakenBack;
  }

  /** @param id null closes */
  async open(id: string | null): Promise<void> {
    if (id !== this.#id) this.#forget();
    this.#id = id;
    this.#arrival = this.refresh();
    await this.#arrival;
  }

  /** Ends once the change set that was opened last is here, or cannot be had; at once where it is shown. */
  get arrival(): Promise<void> {
    return this.row === null ? this.#arrival : Promise.resolve();
  }

  async more(): Promise<void> {
    this.#wanted += BLOCK_EDITS;
    await this.refresh();
  }

  async act(action: EditAction, target: Target): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const { subject } = this.#action;
    const isDone = await this.#carryOut(() => bridge.ask(`changes.${action}`, { connectionId, target }));
    if (subject === this.#action.subject) this.#isTakenBack = action === 'takeBack' && isDone;
  }

  /** A way past the service's limit, for refused edits of the set. */
  remedyFor(target: Target): RemedyState {
    return new RemedyState(this.#ports, target);
  }

  /** @param note empty to remove it. @returns whether it is kept; then the set has no draft, unless somebody typed on */
  async write(note: string): Promise<boolean> {
    const { bridge, connectionId } = this.#ports;
    const changeSetId = this.row?.id;
    if (changeSetId === undefined) return false;
    const typed = this.noteDrafts.textOf(changeSetId);
    // What was typed waits for its turn: a press that comes to nothing would lose it.
    const reply = await this.#action.runInTurn(() => bridge.ask('changes.note', { connectionId, changeSetId, note }));
    const reading = this.refresh();
    if (reply.ok && this.noteDrafts.textOf(changeSetId) === typed) this.noteDrafts.keep(changeSetId, note, reading);
    await reading;
    return reply.ok;
  }

  async useResult(conflict: FileConflictState): Promise<void> {
    if (conflict.isDecided) await this.#decide(conflict, conflict.decisions);
  }

  async keepServer(conflict: FileConflictState): Promise<void> {
    await this.#decide(conflict, conflict.serverForAll);
  }

  /** Conflicts over the same field in other files. */
  elsewhere({ key }: FileConflictState, field: Field): readonly Conflict[] {
    const here = key === null ? null : fileKeyText(key);
    return (this.#everywhere.current ?? []).filter((one) => one.field === field && fileKeyText(one.key) !== here);
  }

  /** Makes the same choice for a field in every file with a conflict over it. */
  async useEverywhere(field: Field, choice: 'mine' | 'server'): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    // Of a library of files, which are more than a function takes arguments.
    const seenAtMs = (this.#everywhere.current ?? []).reduce((last, one) => Math.max(last, one.serverSeenAtMs ?? 0), 0);
    await this.#carryOut(() => bridge.ask('changes.decideSame', { connectionId, field, choice, seenAtMs }));
  }

  async #decide({ key }: FileConflictState, decisions: readonly Decision[]): Promise<void> {
    if (key === null) return;
    const { bridge, connectionId } = this.#ports;
    await this.#carryOut(async () => {
      for (let from = 0; from < decisions.length; from += BLOCK_FIELDS) {
        const some = decisions.slice(from, from + BLOCK_FIELDS);
        const part = from === 0 ? 'first' : 'further';
        const reply = await bridge.ask('changes.decide', { connectionId, key, decisions: some, part });
        if (!reply.ok) return reply;
      }
      return ok(null);
    });
  }

  /** @returns whether the core carried it out; false also while another action is under way */
  async #carryOut(ask: () => Promise<Reply<'changes.hold' | 'changes.note' | 'changes.decideSame'>>): Promise<boolean> {
    const reply = await this.#action.run(ask);
    if (reply !== null) await this.refresh();
    return reply?.ok === true;
  }

  async refresh(): Promise<void> {
    if (this.#id === null) return;
    const opened = await this.#opened.ask(this.#id);
    if (opened === null) return;
    this.#conflicts = this.#byFile(opened.conflicts);
    if (opened.row.files > 1) await this.outcomes.show(opened.row.id);
    if (this.#conflicts.length === 0) this.#everywhere.clear();
    else await this.#everywhere.ask();
  }

  #forget(): void {
    this.#opened.clear();
    this.outcomes.forget();
    this.#everywhere.clear();
    this.#conflicts = [];
    this.#action.leave();
    this.#isTakenBack = false;
    this.#wanted = BLOCK_EDITS;
  }

  async #ask(changeSetId: string): Promise<Result<Opened, Failure>> {
    const { bridge, connectionId } = this.#ports;
    const [set, conflicts] = await Promise.all([
      this.#askEdits(changeSetId),
      bridge.ask('changes.conflicts', { connectionId, changeSetId }),
    ]);
    if (!set.ok) return set;
    return conflicts.ok ? ok({ ...set.value, conflicts: conflicts.value }) : conflicts;
  }

  async #askEdits(changeSetId: string): Promise<Result<Loaded, Failure>> {
    const { bridge, connectionId } = this.#ports;
    const edits: EditDetail[] = [];
    for (;;) {
      const from = edits.length;
      const reply = await bridge.ask('changes.set', { connectionId, changeSetId, from, to: from + BLOCK_EDITS });
      if (!reply.ok) return reply;
      edits.push(...reply.value.edits);
      const hasMore = reply.value.edits.length === BLOCK_EDITS;
      if (!hasMore || edits.length >= this.#wanted) return ok({ row: reply.value.row, edits, hasMore });
    }
  }

  /** A file that still has a conflict keeps its state, and with it the choices so far. */
  #byFile(conflicts: readonly Conflict[]): readonly FileConflictState[] {
    const shown = Map.groupBy(this.#conflicts, ({ key }) => (key === null ? null : fileKeyText(key)));
    return [...Map.groupBy(conflicts, (one) => fileKeyText(one.key))].map(([name, ofFile]) => {
      const state = shown.get(name)?.[0];
      if (state === undefined) return new FileConflictState(ofFile);
      state.update(ofFile);
      return state;
    });
  }
}
