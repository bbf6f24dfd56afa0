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
    this.#exporting.clear();
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

  async more(group: ShownGroup): Promise<void> {
    this.#wanted = { ...this.#wanted, [nameOf(group)]: group.edits.length + BLOCK_LINES };
    await this.#again();
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

  async #edits(changeSetId: string, group: OutcomeGroup, wanted: number): Promise<Result<EditDetail[], Failure>> {
    const { bridge, connectionId } = this.#ports;
    const outcome = { status: group.status, message: group.message };
    const edits: EditDetail[] = [];
    while (edits.length < wanted) {
      const from = edits.length;
      const to = Math.min(from + BLOCK_LINES, wanted);
      const reply = await bridge.ask('changes.edits', { connectionId, changeSetId, outcome, from, to });
      if (!reply.ok) return reply;
      if (reply.value.length === 0) break;
      edits.push(...reply.value);
    }
    return ok(edits);
  }
}
