import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';

/** Everything that waits on this computer, as a text a person can keep. */
export class PendingExportState {
  readonly #bridge: Bridge;
  #failure = $state.raw<Failure | null>(null);
  #isAsking = $state(false);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get failure(): Failure | null {
    return this.#failure;
  }

  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** @returns null when there is none to be had; `failure` says why */
  async make(): Promise<string | null> {
    this.#isAsking = true;
    const reply = await this.#bridge.ask('app.exportPending', null);
    this.#isAsking = false;
    this.#failure = reply.ok ? null : reply.failure;
    return reply.ok ? reply.value.json : null;
  }
}
