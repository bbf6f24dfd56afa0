import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { Action } from './action.svelte.ts';

/** Everything that waits on this computer, as a text that a person can keep. */
export class PendingExportState {
  readonly #bridge: Bridge;
  readonly #making = new Action();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get failure(): Failure | null {
    return this.#making.failure;
  }

  get isAsking(): boolean {
    return this.#making.isBusy;
  }

  /** @returns null when it failed; `failure` says why */
  async make(): Promise<string | null> {
    const reply = await this.#making.runBeside(() => this.#bridge.ask('app.exportPending', null));
    return reply.ok ? reply.value.json : null;
  }
}
