import type { EditDetail, Target } from '../../contract/changes.ts';
import type { Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import type { OutcomeGroup, OutcomeKey } from '../../domain/edits/outcome-group.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** Lines of a group at first; a person asks for the next block. */
const FIRST_LINES = 12;
const BLOCK_LINES = 100;

/** A group of files with the edits that are shown of it. */
export type ShownGroup = OutcomeGroup & { readonly edits: readonly EditDetail[]; readonly isOpen: boolean };

type Shown = Output<'changes.tape'> & { readonly groups: readonly ShownGroup[] };

const nameOf = ({ status, message }: OutcomeKey): string => `${status}:${message ?? ''}`;

/** What became of the files of the open change set, in groups whose files are read as far as a person looks. */
export class OutcomesState {
  readonly #ports: ScreenPorts;
  readonly #shown: Query<string, Shown>;
  readonly #exporting = new Action();
  #id: string | null = null;
  /** Lines that a person wants of each group; 0 for a folded one. Settled and discarded files are folded at first. */
  #wanted: Readonly<Record<string, number>> = {};

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.#shown = new Query((id) => this.#ask(id));
  }

  /** The most urgent first. */
  get groups(): readonly ShownGroup[] {
    return this.#shown.current?.groups ?? [];
  }
  /** One letter for each file; empty until it has arrived. */
  get tape(): string {
    return this.#shown.current?.tape ?? '';
  }
  /** Null for a set of which nothing was sent. */
  get sent(): Shown['sent'] {
    return this.#shown.current?.sent ?? null;
  }
  get failure(): Failure | null {
    return this.#shown.failure;
  }

  /** Why the last export came to nothing. */
  get exportFailure(): Failure | null {
    return this.#exporting.failure;
  }

  /** @param id of the change set; another one than before begins anew */
  async show(id: string): Promise<void> {
    if (id !== this.#id) this.forget();
    this.#id = id;
    await this.#shown.ask(id);
  }

  forget(): void {
    this.#id = null;
    this.#wanted = {};
    this.#shown.clear();
    this.#exporting.leave();
  }

  /** The edits of a target as a text to keep. @returns null when it failed, as `exportFailure` says, or while one is made */
  async exported(target: Target): Promise<string | null> {
    const { bridge, connectionId } = this.#ports;
    const reply = await this.#exporting.run(() => bridge.ask('changes.export', { connectionId, target }));
    return reply?.ok === true ? reply.value.json : null;
  }

  async toggle(group: ShownGroup): Promise<void> {
    this.#wanted = { ...this.#wanted, [nameOf(group)]: group.isOpen ? 0 : FIRST_LINES };
    await this.#again();
  }

  /** Reads the next block of a group alone: what is shown already follows announcements. */
  async more(group: ShownGroup): Promise<void> {
    const [id, before] = [this.#id, this.#shown.current];
    if (id === null || before === null) return;
    const wanted = Math.min(group.edits.length + BLOCK_LINES, group.files);
    this.#wanted = { ...this.#wanted, [nameOf(group)]: wanted };
    const edits = await this.#edits(id, group, wanted, group.edits);
    const now = this.#shown.current;
    // An answer of the whole set that came meanwhile has the new lines, or is about to.
    if (id !== this.#id || now !== before) return this.#again();
    if (!edits.ok) return this.#shown.note(edits);
    const isIt = (one: ShownGroup): boolean => nameOf(one) === nameOf(group);
    const groups = now.groups.map((one) => (isIt(one) ? { ...one, edits: edits.value } : one));
    this.#shown.take({ ...now, groups });
  }

  async #again(): Promise<void> {
    if (this.#id !== null) await this.#shown.ask(this.#id);
  }

  async #ask(changeSetId: string): Promise<Result<Shown, Failure>> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('changes.outcomes', { connectionId, changeSetId });
    if (!reply.ok) return reply;
    const groups: ShownGroup[] = [];
    for (const group of reply.value.groups) {
      const isOver = group.status === 'settled' || group.status === 'discarded';
      const isFoldedAtFirst = isOver && reply.value.groups.length > 1;
      const wanted = this.#wanted[nameOf(group)] ?? (isFoldedAtFirst ? 0 : FIRST_LINES);
      const edits = await this.#edits(changeSetId, group, Math.min(wanted, group.files));
      if (!edits.ok) return edits;
      groups.push({ ...group, edits: edits.value, isOpen: wanted > 0 });
    }
    const tape = await bridge.ask('changes.tape', { connectionId, changeSetId });
    return tape.ok ? ok({ ...tape.value, groups }) : tape;
  }

  /** @param known the first edits of the group, which are read no second time */
  async #edits(
    changeSetId: string,
    group: OutcomeGroup,
    wanted: number,
    known: readonly EditDetail[] = [],
  ): Promise<Result<EditDetail[], Failure>> {
    const { bridge, connectionId } = this.#ports;
    const outcome = { status: group.status, message: group.message };
    const edits = [...known];
    while (edits.length < wanted) {
      const after = edits.at(-1)?.edit.seq ?? 0;
      const most = Math.min(BLOCK_LINES, wanted - edits.length);
      const reply = await bridge.ask('changes.edits', { connectionId, changeSetId, outcome, after, most });
      if (!reply.ok) return reply;
      if (reply.value.length === 0) break;
      edits.push(...reply.value);
    }
    return ok(edits);
  }
}
