import type { EditDetail } from '../../contract/changes.ts';
import type { HistoryEntry } from '../../contract/files.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import { type Field, fieldValue, type FieldValue } from '../../domain/files/field.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** Entries shown at first; a person asks for the next block. */
const BLOCK_ENTRIES = 50;

/** Whether a past value can replace the present one: both differ, and a name is never empty. */
export const canRestore = (shown: FileRecord, field: Field, value: FieldValue): boolean =>
  fieldValue(shown, field) !== value && !(field === 'name' && (value === null || value === ''));

/** The history of the chosen file, and the values that a person brings back from it. */
export class HistoryState {
  readonly #ports: ScreenPorts;
  readonly #history: Query<FileKey, readonly HistoryEntry[]>;
  readonly #restoring = new Action();
  #key: FileKey | null = null;
  #restored = $state.raw<Field | null>(null);
  #wanted = $state(BLOCK_ENTRIES);

  /** Newest first. */
  readonly shown = $derived.by(() => this.entries?.slice(0, this.#wanted) ?? []);
  readonly left = $derived.by(() => (this.entries?.length ?? 0) - this.shown.length);

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
  /** The field whose past value has just been queued. */
  get restored(): Field | null {
    return this.#restored;
  }

  /** Shows the history of a file. The history of the same file stays on screen until the new one arrives. */
  async load(key: FileKey): Promise<void> {
    if (key.id !== this.#key?.id || key.network !== this.#key.network) this.#forget();
    this.#key = key;
    await this.#history.ask(key);
  }

  more(): void {
    this.#wanted += BLOCK_ENTRIES;
  }

  /** Queues a new edit with a value from the past, on top of the value on screen. */
  async restore(shown: FileRecord, field: Field, value: FieldValue): Promise<void> {
    if (!canRestore(shown, field, value)) return;
    const { bridge, connectionId } = this.#ports;
    const key = { network: shown.network, id: shown.id };
    const changes = [{ field, base: fieldValue(shown, field), mine: value }];
    const reply = await this.#restoring.run(() => bridge.ask('files.edit', { connectionId, key, changes }));
    if (reply !== null) this.#restored = reply.ok ? field : null;
  }

  #forget(): void {
    this.#history.clear();
    this.#restoring.clear();
    this.#restored = null;
    this.#wanted = BLOCK_ENTRIES;
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
  async about({ network, id }: FileKey): Promise<void> {
    if (this.#key?.id !== id || this.#key.network !== network) this.forget();
    this.#key = { network, id };
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
