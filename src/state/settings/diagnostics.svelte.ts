import type { Diagnostics } from '../../contract/diagnostics.ts';
import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';

/** What went on between this computer and one service. */
export class DiagnosticsState {
  readonly #bridge: Bridge;
  #facts = $state.raw<Diagnostics | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #folderStaysShut = $state(false);
  #latest = 0;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get facts(): Diagnostics | null {
    return this.#facts;
  }
  get failure(): Failure | null {
    return this.#failure;
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
    const request = ++this.#latest;
    const reply = await this.#bridge.ask('diagnostics.get', { connectionId });
    if (request !== this.#latest) return;
    this.#failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.#facts = reply.value;
  }

  async openFolder(): Promise<void> {
    const reply = await this.#bridge.ask('diagnostics.openFolder', null);
    this.#folderStaysShut = !reply.ok || !reply.value.opened;
  }
}
