import { pastedCid, readCid, type CidParts } from '../../domain/signatures/cid.ts';
import { noFilters } from '../../domain/files/file-filter.ts';
import type { Network } from '../../domain/core/ids.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { SignatureState } from './signature.svelte.ts';
import type { FileRow } from '../../domain/files/file-row.ts';

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
