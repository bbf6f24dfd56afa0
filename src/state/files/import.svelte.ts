import { joinedLists, LONGEST_ID_LIST, textAfterImport } from '../../domain/files/id-list.ts';
import type { ImportedLine } from '../../domain/service/imported-line.ts';
import type { Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Network } from '../../domain/core/ids.ts';
import { Action } from '../app/action.svelte.ts';
import { type ChosenFileProblem, type ChosenFiles, readChosenText } from '../app/chosen-file.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** Imports ids into the mirror of a service that cannot list its files. */
export class ImportState {
  readonly #ports: ScreenPorts;
  text = $state('');
  network = $state<Network>('public');
  isOpen = $state(false);
  #imported = $state.raw<Output<'files.import'> | null>(null);
  /** Why a list was not taken; null once one was. */
  #problem = $state.raw<ChosenFileProblem | null>(null);
  readonly #importing = new Action();
  readonly #uuid: () => string;
  /** The ticket of the import under way; null without one, and once it was stopped. */
  #ticket = $state<string | null>(null);

  readonly notFound = $derived.by(() => (this.lines ?? []).filter((line) => line.reason !== null));

  constructor(ports: ScreenPorts, { uuid } = pageClock) {
    this.#ports = ports;
    this.#uuid = uuid;
  }

  /** The result of the last import, line by line; null before the first. */
  get lines(): readonly ImportedLine[] | null {
    return this.#imported?.lines ?? null;
  }
  get added(): number {
    return this.#imported?.added ?? 0;
  }
  get problem(): ChosenFileProblem | null {
    return this.#problem;
  }
  get failure(): Failure | null {
    return this.#importing.failure;
  }
  get isBusy(): boolean {
    return this.#importing.isBusy;
  }

  get canStop(): boolean {
    return this.#ticket !== null;
  }

  /** Shows a list below what is typed, and asks for nothing before a person has chosen its network. */
  offer(list: string): void {
    this.#join(list);
    this.isOpen = true;
  }

  #join(list: string): void {
    const joined = joinedLists(this.text, list);
    if (this.#isTaken(joined)) this.text = joined;
  }

  #isTaken(list: string): boolean {
    this.#found(list.length > LONGEST_ID_LIST ? 'tooLong' : null);
    return this.#problem === null;
  }

  /** The failure of an earlier import is not about this list. */
  #found(problem: ChosenFileProblem | null): void {
    this.#problem = problem;
    if (problem !== null) this.#importing.clear();
  }

  /** Stops the import under way. What it has brought stays, and the other lines stay in the text. */
  async stop(): Promise<void> {
    const ticket = this.#ticket;
    if (ticket === null) return;
    this.#ticket = null;
    await this.#ports.bridge.ask('files.stopImport', { ticket });
  }

  /** Imports the ids of the text. It stays when the import fails, and so do lines that brought no file. */
  async bring(): Promise<void> {
    await this.#bring(this.text);
  }

  /** @returns the list of a chosen file; null when it cannot be taken */
  async readFile(files: ChosenFiles): Promise<string | null> {
    const read = await readChosenText(files, LONGEST_ID_LIST);
    this.#found(read.ok ? null : read.failure);
    return read.ok ? read.value : null;
  }

  /**
   * Imports the list of a file as it is, for below what is typed its first line would name no columns. While an import runs,
   * the list joins the text instead.
   */
  async bringFile(list: string): Promise<void> {
    if (this.isBusy) this.#join(list);
    else await this.#bring(list);
  }

  async #bring(list: string): Promise<void> {
    if (list.trim() === '' || this.isBusy || !this.#isTaken(list)) return;
    const { bridge, connectionId } = this.#ports;
    const { network } = this;
    const ticket = this.#uuid();
    this.#ticket = ticket;
    const asked = { connectionId, network, text: list, ticket };
    const reply = await this.#importing.run(() => bridge.ask('files.import', asked));
    // An import that was stopped while the list was read has no failure to tell.
    if (!this.canStop && reply?.ok === false && reply.failure.kind === 'notFound') this.#importing.clear();
    this.#ticket = null;
    if (!reply?.ok) return;
    this.#imported = reply.value;
    this.text = textAfterImport(this.text, list, this.notFound);
  }
}
