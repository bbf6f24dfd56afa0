import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { ExportFormat, ExportState } from '../../domain/exports/library-export.ts';
import { everyFile, type Selection } from '../../domain/files/queries.ts';
import { Action } from '../app/action.svelte.ts';
import { Query } from '../app/query.svelte.ts';

/** The export of the library to a file on this computer. The whole app has one, whichever screen began it. */
export class LibraryExportState {
  readonly #bridge: Bridge;
  readonly #state: Query<void, ExportState>;
  readonly #action = new Action();
  #isStarting = $state(false);
  /** The format stays from one export to the next. */
  format = $state<ExportFormat>('csv');

  readonly isRunning = $derived.by(() => this.#isStarting || this.state.kind === 'running');

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#state = new Query(() => bridge.ask('export.state', null));
  }

  get state(): ExportState {
    return this.#state.current ?? { kind: 'idle' };
  }
  /** Why the last export did not begin, or could not be cancelled. */
  get failure(): Failure | null {
    return this.#action.failure;
  }

  /** @returns stops watching */
  watch(): () => void {
    return this.#state.watch(this.#bridge, ['export.changed']);
  }

  /** @returns whether it has begun */
  async start(connectionId: string, selection: Selection): Promise<boolean> {
    if (this.isRunning) return false;
    this.#isStarting = true;
    const input = { connectionId, selection, format: this.format };
    const reply = await this.#action.runBeside(() => this.#bridge.ask('export.start', input));
    await this.#state.ask();
    this.#isStarting = false;
    return reply.ok;
  }

  /** Exports every file of a connection, whatever is on screen. */
  startAll(connectionId: string): Promise<boolean> {
    return this.start(connectionId, everyFile);
  }

  /** A person begins anew, and has read why the last one did not begin. */
  forgetFailure(): void {
    this.#action.clear();
  }

  async cancel(): Promise<void> {
    await this.#action.runBeside(() => this.#bridge.ask('export.cancel', null));
    await this.#state.ask();
  }

  /** Puts a finished export away when the person goes on; one that failed stays until it is read. */
  async leave(): Promise<void> {
    if (this.state.kind === 'done') await this.dismiss();
  }

  /** Puts the result of the last export away. */
  async dismiss(): Promise<void> {
    this.#action.clear();
    await this.#action.runBeside(() => this.#bridge.ask('export.dismiss', null));
    await this.#state.ask();
  }
}
