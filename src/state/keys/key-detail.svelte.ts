import type { Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { ScreenPorts } from '../app/ports.ts';

export type KeyDetail = Output<'keys.get'>;

/** The one API key that is looked at closely. */
export class KeyDetailState {
  readonly #ports: ScreenPorts;
  #id = $state.raw<string | null>(null);
  #detail = $state.raw<KeyDetail | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #latest = 0;

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  /** Which key was asked for, whether or not it has arrived; null when none is. */
  get id(): string | null {
    return this.#id;
  }

  /** The key last arrived: while another is on its way, still the one before. */
  get detail(): KeyDetail | null {
    return this.#detail;
  }

  get failure(): Failure | null {
    return this.#failure;
  }

  /** @param id null closes */
  async open(id: string | null): Promise<void> {
    this.#id = id;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const request = ++this.#latest;
    if (this.#id === null) {
      this.#detail = null;
      this.#failure = null;
      return;
    }
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('keys.get', { connectionId, id: this.#id });
    if (request !== this.#latest) return; // another key has been asked for, or none
    this.#detail = reply.ok ? reply.value : null;
    this.#failure = reply.ok ? null : reply.failure;
  }
}
