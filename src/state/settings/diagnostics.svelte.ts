import type { Diagnostics } from '../../contract/diagnostics.ts';
import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { Query } from '../app/query.svelte.ts';

/** Facts about the exchange between this computer and one service. */
export class DiagnosticsState {
  readonly #bridge: Bridge;
  readonly #facts: Query<string, Diagnostics>;
  #folderStaysShut = $state(false);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#facts = new Query((connectionId) => bridge.ask('diagnostics.get', { connectionId }));
  }

  get facts(): Diagnostics | null {
    return this.#facts.current;
  }
  get failure(): Failure | null {
    return this.#facts.failure;
  }
  /** The system was asked to show the data folder, and could not. */
  get folderStaysShut(): boolean {
    return this.#folderStaysShut;
  }

  /** Asks again whenever the exchange with the service goes a step further. @returns stops watching */
  watch(connectionId: string): () => void {
    void this.load(connectionId);
    return this.#bridge.listen('status.changed', () => void this.load(connectionId));
  }

  async load(connectionId: string): Promise<void> {
    await this.#facts.ask(connectionId);
  }

  async openFolder(): Promise<void> {
    const reply = await this.#bridge.ask('diagnostics.openFolder', null);
    this.#folderStaysShut = !reply.ok || !reply.value.opened;
  }
}
