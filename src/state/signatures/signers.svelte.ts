import type { SignerProblem } from '../../contract/signatures.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { KnownSigner } from '../../domain/signatures/known-signer.ts';
import type { ScreenPorts } from '../app/ports.ts';

export type SignerImport = { readonly taken: number; readonly problems: readonly SignerProblem[] };

/** The signers a person knows, and what is being typed of another one. */
export class SignersState {
  readonly #ports: ScreenPorts;
  #signers = $state.raw<readonly KnownSigner[]>([]);
  #failure = $state.raw<Failure | null>(null);
  #imported = $state.raw<SignerImport | null>(null);
  #isLoaded = $state(false);
  #latest = 0;
  address = $state('');
  label = $state('');

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  /** By label. */
  get signers(): readonly KnownSigner[] {
    return this.#signers;
  }
  get isLoaded(): boolean {
    return this.#isLoaded;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** What became of the list brought in last. */
  get imported(): SignerImport | null {
    return this.#imported;
  }

  /** @returns null for an address nobody is known by */
  labelOf(address: string | null): string | null {
    return this.#signers.find((signer) => signer.address === address)?.label ?? null;
  }

  /** @returns stops watching */
  watch(): () => void {
    void this.#load();
    return this.#ports.bridge.listen('signers.changed', () => void this.#load());
  }

  /** Keeps what was typed; it stays where it cannot be kept. */
  async add(): Promise<void> {
    if (!(await this.rename(this.address, this.label))) return;
    this.address = '';
    this.label = '';
  }

  /** @returns whether it was kept */
  async rename(address: string, label: string): Promise<boolean> {
    const reply = await this.#ports.bridge.ask('signers.put', { address, label });
    this.#take(reply.ok ? reply.value.signers : null, reply.ok ? null : reply.failure);
    return reply.ok;
  }

  async remove(address: string): Promise<void> {
    const reply = await this.#ports.bridge.ask('signers.remove', { address });
    this.#take(reply.ok ? reply.value.signers : null, reply.ok ? null : reply.failure);
  }

  async bring(text: string): Promise<void> {
    const reply = await this.#ports.bridge.ask('signers.import', { text });
    this.#imported = reply.ok ? { taken: reply.value.taken, problems: reply.value.problems } : null;
    this.#take(reply.ok ? reply.value.signers : null, reply.ok ? null : reply.failure);
  }

  /** @returns null when there is none to be had; `failure` says why */
  async list(format: 'csv' | 'json'): Promise<string | null> {
    const reply = await this.#ports.bridge.ask('signers.export', { format });
    this.#failure = reply.ok ? null : reply.failure;
    return reply.ok ? reply.value.text : null;
  }

  #take(signers: readonly KnownSigner[] | null, failure: Failure | null): void {
    this.#latest += 1;
    this.#failure = failure;
    if (signers !== null) this.#signers = signers;
  }

  async #load(): Promise<void> {
    const request = ++this.#latest;
    const reply = await this.#ports.bridge.ask('signers.list', null);
    if (request !== this.#latest || !reply.ok) return;
    this.#signers = reply.value.signers;
    this.#isLoaded = true;
  }
}
