import type { EditDetail } from '../../contract/changes.ts';
import type { FileDetail, HistoryEntry } from '../../contract/files.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { type FileKey, isSameFile } from '../../domain/core/ids.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';
import { momentsOf, type PastValue, restoring } from './history-moments.ts';

/** Moments shown at first; a person asks for the next block. */
const BLOCK_MOMENTS = 50;

/** The history of the chosen file, and the values that a person brings back from it. */
export class HistoryState {
  readonly #ports: ScreenPorts;
  readonly #history: Query<FileKey, readonly HistoryEntry[]>;
  readonly #restoring = new Action();
  #key: FileKey | null = null;
  #followed = '';
  #restored = $state(0);
  #wanted = $state(BLOCK_MOMENTS);

  readonly #moments = $derived.by(() => momentsOf(this.entries ?? []));
  /** Newest first. */
  readonly shown = $derived.by(() => this.#moments.slice(0, this.#wanted));
  readonly left = $derived.by(() => this.#moments.length - this.shown.length);

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#history = new Query((key) => bridge.ask('files.history', { connectionId, key }));
  }

  /** Null until they have arrived. */
  get entries(): readonly HistoryEntry[] | null {
    return this.#history.current;
  }
  get failure(): Failure | null {
    return this.#history.failure;
  }
  /** Why the core did not queue the last restored value. */
  get restoreFailure(): Failure | null {
    return this.#restoring.failure;
  }
  get isRestoring(): boolean {
    return this.#restoring.isBusy;
  }
  /** How many fields got a past value back just now. */
  get restored(): number {
    return this.#restored;
  }

  /** How many moments there are, shown or not; null until they have arrived. */
  get count(): number | null {
    return this.entries === null ? null : this.#moments.length;
  }

  /** Shows the history of the chosen file, and asks for it again only where an answer about the file says something new. */
  async follow({ record, seenAtMs, changes }: FileDetail): Promise<void> {
    const { network, id } = record;
    const followed = JSON.stringify([
      network,
      id,
      seenAtMs,
      changes.map(({ seq, field, status }) => [seq, field, status]),
    ]);
    if (followed === this.#followed) return;
    this.#followed = followed;
    await this.load({ network, id });
    // The next answer about the file tries again.
    if (this.failure !== null && followed === this.#followed) this.#followed = '';
  }

  /** Shows the history of a file. The history of the same file stays on screen until the new one arrives. */
  async load(key: FileKey): Promise<void> {
    if (!isSameFile(key, this.#key)) this.#forget();
    this.#key = key;
    await this.#history.ask(key);
  }

  more(): void {
    this.#wanted += BLOCK_MOMENTS;
  }

  /** Queues one new edit with values from the past, on top of the values on screen. */
  async restore(shown: FileRecord, past: readonly PastValue[]): Promise<void> {
    const changes = restoring(shown, past);
    if (changes.length === 0) return;
    const { bridge, connectionId } = this.#ports;
    const key = { network: shown.network, id: shown.id };
    const { subject } = this.#restoring;
    // What is said again has to be new.
    this.#restored = 0;
    const reply = await this.#restoring.run(() => bridge.ask('files.edit', { connectionId, key, changes }));
    if (reply !== null && subject === this.#restoring.subject) this.#restored = reply.ok ? changes.length : 0;
  }

  #forget(): void {
    this.#history.clear();
    this.#restoring.leave();
    this.#restored = 0;
    this.#wanted = BLOCK_MOMENTS;
  }
}

/** Explains the mark of the chosen file: its open edits with their stories, once a person asks for them. */
export class ExplanationState {
  readonly #edits: Query<FileKey, readonly EditDetail[]>;
  #key: FileKey | null = null;
  #isOpen = $state(false);

  constructor({ bridge, connectionId }: ScreenPorts) {
    this.#edits = new Query((key) => bridge.ask('changes.ofFile', { connectionId, key }), 'forget');
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }
  set isOpen(isOpen: boolean) {
    this.#isOpen = isOpen;
    if (isOpen && this.#key !== null) void this.load(this.#key);
  }
  /** Oldest first; null until they have arrived. */
  get edits(): readonly EditDetail[] | null {
    return this.#edits.current;
  }
  get failure(): Failure | null {
    return this.#edits.failure;
  }

  /** Takes the chosen file. A new answer about the same file may mean a new status: its edits are asked for again. */
  async about(file: FileKey): Promise<void> {
    if (!isSameFile(file, this.#key)) this.forget();
    this.#key = { network: file.network, id: file.id };
    if (this.#isOpen) await this.load(this.#key);
  }

  async load(key: FileKey): Promise<void> {
    await this.#edits.ask(key);
  }

  /** Forgets the edits of one file before another is chosen: nobody must take them for the other's. */
  forget(): void {
    this.#key = null;
    this.#edits.clear();
  }
}
