import type { HistoryEntry } from '../../contract/files.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { fieldValue, type Field, type FieldValue } from '../../domain/files/field.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** More are shown when a person asks for them. */
const BLOCK_ENTRIES = 50;

/** Whether a value from the past can be put into a record again: it is another one, and a name is never nothing. */
export const canRestore = (shown: FileRecord, field: Field, value: FieldValue): boolean =>
  fieldValue(shown, field) !== value && !(field === 'name' && (value === null || value === ''));

/** What happened to the chosen file, and values brought back from it. */
export class HistoryState {
  readonly #ports: ScreenPorts;
  #key = $state.raw<FileKey | null>(null);
  #entries = $state.raw<readonly HistoryEntry[] | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #restoreFailure = $state.raw<Failure | null>(null);
  #isRestoring = $state(false);
  #restored = $state.raw<Field | null>(null);
  #wanted = $state(BLOCK_ENTRIES);
  #latest = 0;

  /** Newest first. */
  readonly shown = $derived(this.#entries?.slice(0, this.#wanted) ?? []);
  readonly left = $derived((this.#entries?.length ?? 0) - this.shown.length);

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  /** Null until they have arrived. */
  get entries(): readonly HistoryEntry[] | null {
    return this.#entries;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** Why the last value could not be brought back. */
  get restoreFailure(): Failure | null {
    return this.#restoreFailure;
  }
  get isRestoring(): boolean {
    return this.#isRestoring;
  }
  /** The field whose value was just queued again. */
  get restored(): Field | null {
    return this.#restored;
  }

  /** Shows the history of a file; of the same file again, what has been added to it. */
  async load(key: FileKey): Promise<void> {
    const request = ++this.#latest;
    if (key.id !== this.#key?.id || key.network !== this.#key.network) this.#forget();
    this.#key = key;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('files.history', { connectionId, key });
    if (request !== this.#latest) return; // another file has been chosen
    this.#failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.#entries = reply.value;
  }

  more(): void {
    this.#wanted += BLOCK_ENTRIES;
  }

  /** Queues a new edit with a value from the past, on top of what the person sees. */
  async restore(shown: FileRecord, field: Field, value: FieldValue): Promise<void> {
    if (this.#isRestoring || !canRestore(shown, field, value)) return;
    this.#isRestoring = true;
    const { bridge, connectionId } = this.#ports;
    const key = { network: shown.network, id: shown.id };
    const changes = [{ field, base: fieldValue(shown, field), mine: value }];
    const reply = await bridge.ask('files.edit', { connectionId, key, changes });
    this.#isRestoring = false;
    this.#restoreFailure = reply.ok ? null : reply.failure;
    this.#restored = reply.ok ? field : null;
  }

  #forget(): void {
    this.#entries = null;
    this.#failure = null;
    this.#restoreFailure = null;
    this.#restored = null;
    this.#wanted = BLOCK_ENTRIES;
  }
}
