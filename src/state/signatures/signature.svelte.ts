import type { SignatureState as Signature } from '../../contract/signatures.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Network } from '../../domain/core/ids.ts';
import type { ScreenPorts } from '../app/ports.ts';

type Content = { readonly network: Network; readonly cid: string };

/** The signature over one content identifier. */
export class SignatureState {
  readonly #ports: ScreenPorts;
  #content: Content | null = null;
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

  /** Looks again when signatures were fetched or checked. @returns stops watching */
  watch(): () => void {
    return this.#ports.bridge.listen('signatures.changed', () => {
      if (this.#content !== null && !this.#isFetching) void this.#ask('signatures.get', this.#content);
    });
  }

  /** Shows the signature on this computer. */
  load(network: Network, cid: string): Promise<void> {
    this.#content = { network, cid };
    this.#known = null;
    this.#failure = null;
    return this.#ask('signatures.get', this.#content);
  }

  /** Fetches the signature that the service has now. */
  async fetch(network: Network, cid: string): Promise<void> {
    this.#content = { network, cid };
    this.#isFetching = true;
    await this.#ask('signatures.fetch', this.#content);
    this.#isFetching = false;
  }

  async #ask(channel: 'signatures.get' | 'signatures.fetch', content: Content): Promise<void> {
    const request = ++this.#latest;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask(channel, { connectionId, ...content });
    if (request !== this.#latest) return;
    // A read that works says nothing about the fetch that failed.
    if (!reply.ok || channel === 'signatures.fetch') this.#failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.#known = reply.value;
  }
}
