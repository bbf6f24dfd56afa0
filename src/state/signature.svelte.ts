import type { SignatureState as Signature } from '../contract/signatures.ts';
import type { Failure } from '../domain/failure.ts';
import type { Network } from '../domain/ids.ts';
import type { ScreenPorts } from './ports.ts';

/** What is known of the signature over one content identifier. */
export class SignatureState {
  readonly #ports: ScreenPorts;
  #known = $state.raw<Signature | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #isFetching = $state(false);
  #latest = 0;

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  get known(): Signature | null {
    return this.#known;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  get isFetching(): boolean {
    return this.#isFetching;
  }

  /** What this computer has. */
  load(network: Network, cid: string): Promise<void> {
    this.#known = null;
    return this.#ask('signatures.get', network, cid);
  }

  /** What the service has now. */
  async fetch(network: Network, cid: string): Promise<void> {
    this.#isFetching = true;
    await this.#ask('signatures.fetch', network, cid);
    this.#isFetching = false;
  }

  async #ask(channel: 'signatures.get' | 'signatures.fetch', network: Network, cid: string): Promise<void> {
    const request = ++this.#latest;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask(channel, { connectionId, network, cid });
    if (request !== this.#latest) return;
    this.#failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.#known = reply.value;
  }
}
