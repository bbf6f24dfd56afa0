import type { SignatureState as Signature } from '../../contract/signatures.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Network } from '../../domain/core/ids.ts';
import { noFilters } from '../../domain/files/file-filter.ts';
import type { FileRow } from '../../domain/files/file.ts';
import { type CidParts, pastedCid, readCid } from '../../domain/signatures/cid.ts';
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

const SHOWN_FILES = 20;

/** A CID that a person pasted: its parts, the files here that have it in whatever spelling, and its signature. */
export class CidLookupState {
  readonly #ports: ScreenPorts;
  readonly signature: SignatureState;
  #text = $state('');
  #network = $state.raw<Network>('public');
  #isOpen = $state(false);
  #files = $state.raw<{ readonly rows: readonly FileRow[]; readonly count: number } | null>(null);
  #latest = 0;

  readonly cid = $derived(pastedCid(this.#text));
  readonly parts: CidParts | null = $derived(readCid(this.cid));

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.signature = new SignatureState(ports);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }
  get text(): string {
    return this.#text;
  }
  get network(): Network {
    return this.#network;
  }
  /** The files of the mirror that have the CID; null until the search has ended. */
  get files(): { readonly rows: readonly FileRow[]; readonly count: number } | null {
    return this.#files;
  }

  open(cid = '', network: Network = this.#network): void {
    this.#isOpen = true;
    this.ask(cid, network);
  }

  close(): void {
    this.#isOpen = false;
  }

  /** Looks the CID up in the mirror, as soon as the text is a CID. */
  ask(text: string, network: Network): void {
    this.#text = text;
    this.#network = network;
    this.#files = null;
    if (this.parts === null) return;
    void this.signature.load(network, this.cid);
    void this.#find(this.cid);
  }

  async #find(cid: string): Promise<void> {
    const request = ++this.#latest;
    const { bridge, connectionId } = this.#ports;
    const query = { ...noFilters, search: cid, sort: { column: 'created' as const, descending: false } };
    const opened = await bridge.ask('files.open', { connectionId, query, firstRows: SHOWN_FILES });
    if (!opened.ok) return;
    const { viewId, rows, isCounted } = opened.value;
    const counted = isCounted ? opened : await bridge.ask('files.counted', { viewId });
    void bridge.ask('files.close', { viewId });
    if (request === this.#latest && counted.ok) this.#files = { rows, count: counted.value.count };
  }
}
