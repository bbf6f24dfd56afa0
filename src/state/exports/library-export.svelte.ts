import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { noFilters } from '../../domain/files/file-filter.ts';
import type { ExportFormat, ExportState } from '../../domain/exports/library-export.ts';
import type { Selection } from '../../domain/files/selection.ts';
import { throttle } from '../app/throttle.ts';

const everyFile: Selection = {
  kind: 'view',
  query: { ...noFilters, search: '', sort: { column: 'name', descending: false } },
  except: [],
};

/** The export of files to a file on this computer: one for the whole app, whichever screen began it. */
export class LibraryExportState {
  readonly #bridge: Bridge;
  #state = $state.raw<ExportState>({ kind: 'idle' });
  #failure = $state.raw<Failure | null>(null);
  #isStarting = $state(false);
  #latest = 0;
  /** Kept from one export to the next. */
  format = $state<ExportFormat>('csv');

  readonly isRunning = $derived.by(() => this.#isStarting || this.#state.kind === 'running');

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get state(): ExportState {
    return this.#state;
  }
  /** Why it was not begun, or could not be cancelled. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** @returns stops watching */
  watch(): () => void {
    const load = throttle(() => this.#load());
    load();
    return this.#bridge.listen('export.changed', load);
  }

  /** @returns whether it has begun */
  async start(connectionId: string, selection: Selection): Promise<boolean> {
    if (this.isRunning) return false;
    this.#isStarting = true;
    const reply = await this.#bridge.ask('export.start', { connectionId, selection, format: this.format });
    this.#failure = reply.ok ? null : reply.failure;
    await this.#load();
    this.#isStarting = false;
    return reply.ok;
  }

  /** Every file of a connection, whatever is on screen. */
  startAll(connectionId: string): Promise<boolean> {
    return this.start(connectionId, everyFile);
  }

  async cancel(): Promise<void> {
    const reply = await this.#bridge.ask('export.cancel', null);
    this.#failure = reply.ok ? null : reply.failure;
    await this.#load();
  }

  /** What was done, or failed, need not be shown any more. */
  async dismiss(): Promise<void> {
    this.#failure = null;
    const reply = await this.#bridge.ask('export.dismiss', null);
    if (!reply.ok) this.#failure = reply.failure;
    await this.#load();
  }

  async #load(): Promise<void> {
    const request = ++this.#latest;
    const reply = await this.#bridge.ask('export.state', null);
    if (request === this.#latest && reply.ok) this.#state = reply.value;
  }
}
