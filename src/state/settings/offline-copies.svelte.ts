import type { OfflineCopy } from '../../contract/connections.ts';
import type { Bridge } from '../../contract/index.ts';
import type { CopiedParts } from '../../domain/connections/copied-parts.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { Action } from '../app/action.svelte.ts';
import { Query } from '../app/query.svelte.ts';

type Copies = { readonly copies: readonly OfflineCopy[]; readonly sizeBytes: number };

/** What each connection has on this computer, and the making anew of one copy. */
export class OfflineCopiesState {
  readonly #bridge: Bridge;
  readonly #copies: Query<void, Copies>;
  readonly #rebuilding = new Action();
  readonly #choosing = new Action();
  /** The connection whose copy the person is asked about; null while no question is open. */
  asked = $state.raw<string | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#copies = new Query(() => bridge.ask('connections.copies', null));
  }

  /** Null until it has arrived. */
  get all(): Copies | null {
    return this.#copies.current;
  }
  get failure(): Failure | null {
    return this.#rebuilding.failure ?? this.#choosing.failure ?? this.#copies.failure;
  }
  get isBusy(): boolean {
    return this.#rebuilding.isBusy;
  }

  /** @returns stops watching */
  watch(): () => void {
    return this.#copies.watch(this.#bridge, ['connections.changed', 'files.changed', 'status.changed']);
  }

  load(): Promise<unknown> {
    return this.#copies.ask();
  }

  /** Chooses what a connection copies from now on; its new choice comes with the list of connections. */
  async choose(id: string, copiedParts: CopiedParts): Promise<void> {
    await this.#choosing.runInTurn(() => this.#bridge.ask('connections.chooseParts', { id, copiedParts }));
  }

  /** Takes the copy anew that the person was asked about. */
  async rebuild(): Promise<void> {
    const id = this.asked;
    if (id === null) return;
    const reply = await this.#rebuilding.run(() => this.#bridge.ask('connections.rebuildCopy', { id }));
    if (reply?.ok) this.asked = null;
    await this.load();
  }
}
