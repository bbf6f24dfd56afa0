import type { Plan } from '../../contract/bulk.ts';
import { LONGEST_TABLE, type TableFormat } from '../../domain/files/table-size.ts';
import type { Input } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { type ChosenFileProblem, type ChosenFiles, readChosenFile, utf8Text } from '../app/chosen-file.ts';
import { PlanPreview } from './plan-preview.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { pageClock } from '../app/clock.svelte.ts';
import { Query } from '../app/query.svelte.ts';

type Table = Pick<Input<'table.import'>, 'format' | 'text'>;

export type TableFileProblem = 'empty' | 'notText' | ChosenFileProblem;

/** The import of an edited table: read, then shown as a plan, then queued. */
export class TableImportState {
  readonly #ports: ScreenPorts;
  #isOpen = $state(false);
  #fileName = $state('');
  /** The text of the file, to be planned anew; null before one is read. */
  #table: Table | null = null;
  #putsBack = $state(false);
  /** As `putsBack`, of the plan on screen: the next one may come to nothing. */
  #hasPutBack = false;
  #outdated = $state(0);
  #problem = $state.raw<TableFileProblem | null>(null);
  readonly #plan: Query<Input<'table.import'>, Plan>;
  #preview = $state.raw<PlanPreview | null>(null);

  readonly #uuid: () => string;
  /** The ticket of the table that the core reads; null without one. */
  #ticket: string | null = null;
  /** Counts the files that were chosen, and put away: one that was read late is nobody's. */
  #files = 0;

  constructor(ports: ScreenPorts, { uuid } = pageClock) {
    this.#ports = ports;
    this.#uuid = uuid;
    this.#plan = new Query((input) => ports.bridge.ask('table.import', input));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }
  get isReading(): boolean {
    return this.#plan.isLoading;
  }
  get fileName(): string {
    return this.#fileName;
  }
  /** Why the file is no table at all. */
  get problem(): TableFileProblem | null {
    return this.#problem;
  }
  get failure(): Failure | null {
    return this.#plan.failure;
  }
  /** Whether cells with an earlier value, which somebody else has replaced since, are part of the plan. */
  get putsBack(): boolean {
    return this.#putsBack;
  }
  /** Files with such cells, as the last plan without them found them: a plan with them has none left to tell of. */
  get outdated(): number {
    return this.#outdated;
  }
  /** The plan of the table; null until the core has read one. */
  get preview(): PlanPreview | null {
    return this.#preview;
  }

  open(): void {
    this.#isOpen = true;
  }

  /** Asks for the plan of a table in a chosen file, and queues nothing. */
  async readFile(files: ChosenFiles): Promise<void> {
    const request = ++this.#files;
    const [{ name }] = files;
    const read = await readChosenFile(files, LONGEST_TABLE);
    if (request !== this.#files) return;
    if (read.ok) await this.read(name, read.value);
    else if (!this.isApplying) this.#begin(name, read.failure);
  }

  /** Asks for the plan of a table, and queues nothing. */
  async read(fileName: string, bytes: Uint8Array): Promise<void> {
    if (this.isApplying) return;
    const text = utf8Text(bytes);
    this.#begin(fileName, problemOf(text));
    if (text === null || this.#problem !== null) return;
    this.#putsBack = false;
    this.#outdated = 0;
    this.#table = { format: formatOf(fileName, text), text };
    await this.#makePlan(this.#table);
  }

  #begin(fileName: string, problem: TableFileProblem | null): void {
    this.#giveUp();
    this.#plan.clear();
    this.#fileName = fileName;
    this.#problem = problem;
  }

  /** Plans the table anew, with the cells whose earlier values somebody else has replaced, or without them. */
  async putBack(putsBack: boolean): Promise<void> {
    if (this.#table === null || this.isApplying) return;
    this.#giveUp();
    this.#putsBack = putsBack;
    await this.#makePlan(this.#table);
    if (this.failure !== null) this.#putsBack = this.#hasPutBack;
  }

  async #makePlan(table: Table): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const ticket = this.#uuid();
    this.#ticket = ticket;
    const plan = await this.#plan.ask({ connectionId, ...table, putsBack: this.#putsBack, ticket });
    if (this.#ticket === ticket) this.#ticket = null;
    if (plan === null) return;
    this.#hasPutBack = this.#putsBack;
    if (!this.#putsBack) this.#outdated = plan.outdated;
    this.#preview = new PlanPreview(bridge, plan);
  }

  /** One level: from the preview, or from reading, to choosing a file, and from there away. */
  back(): void {
    if (this.isApplying) return;
    if (this.#preview === null && !this.isReading) return this.close();
    this.#giveUp();
    this.#plan.clear();
    this.#table = null;
    this.#outdated = 0;
    this.#preview = null;
  }

  close(): void {
    if (this.isApplying) return;
    this.#giveUp();
    this.#files += 1;
    this.#plan.clear();
    this.#isOpen = false;
    this.#table = null;
    this.#outdated = 0;
    this.#preview = null;
    this.#problem = null;
  }

  /** A table that is being queued stays: its failure has to be told. */
  get isApplying(): boolean {
    return this.#preview?.isApplying === true;
  }

  /** Nobody waits for the table any more, which may take the core minutes. */
  #giveUp(): void {
    const ticket = this.#ticket;
    this.#ticket = null;
    if (ticket !== null) void this.#ports.bridge.ask('table.giveUp', { ticket });
  }

  /** @returns whether it is queued */
  async apply(): Promise<boolean> {
    // A preview that is made anew shows something else than what was asked for.
    if (this.#preview === null || this.isReading || !(await this.#preview.apply())) return false;
    this.close();
    return true;
  }
}

/** The extension tells the format; without a known extension the first character does. */
export function formatOf(fileName: string, text: string): TableFormat {
  const ending = /\.(csv|json|jsonl|ndjson)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (ending !== undefined) return ending === 'csv' ? 'csv' : 'json';
  return /^\uFEFF?\s*[[{]/.test(text) ? 'json' : 'csv';
}

function problemOf(text: string | null): TableFileProblem | null {
  if (text === null) return 'notText';
  if (text.trim() === '') return 'empty';
  return text.length > LONGEST_TABLE ? 'tooLong' : null;
}
