import type { Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

export type KeyDetail = Output<'keys.get'>;

/** The API key that is open. */
export class KeyDetailState {
  readonly #detail: Query<string, KeyDetail>;
  #id = $state.raw<string | null>(null);

  constructor({ bridge, connectionId }: ScreenPorts) {
    this.#detail = new Query((id) => bridge.ask('keys.get', { connectionId, id }), 'forget');
  }

  /** The key that was asked for, whether or not it has arrived; null when none is open. */
  get id(): string | null {
    return this.#id;
  }

  /** The key that arrived last, also while another one is on its way. */
  get detail(): KeyDetail | null {
    return this.#detail.current;
  }

  get failure(): Failure | null {
    return this.#detail.failure;
  }

  /** @param id null closes */
  async open(id: string | null): Promise<void> {
    this.#id = id;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    if (this.#id === null) this.#detail.clear();
    else await this.#detail.ask(this.#id);
  }
}
