import type { KnownSignature } from '../../contract/signatures.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Network } from '../../domain/core/ids.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import { noFilters } from '../../domain/files/file-filter.ts';
import type { FileRow } from '../../domain/files/file.ts';
import { LARGEST_WINDOW_ROWS } from '../../domain/files/queries.ts';
import { type CidParts, pastedCid, readCid } from '../../domain/signatures/cid.ts';
import { Action } from '../app/action.svelte.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query, throttle } from '../app/query.svelte.ts';

type Content = { readonly network: Network; readonly cid: string };

/** The signature over one content identifier. */
export class SignatureState {
  readonly #ports: ScreenPorts;
  readonly #clock: typeof pageClock;
  readonly #known: Query<Content, KnownSignature>;
  readonly #fetching = new Action();
  #content: Content | null = null;

  constructor(ports: ScreenPorts, clock = pageClock) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#clock = clock;
    this.#known = new Query((content) => bridge.ask('signatures.get', { connectionId, ...content }));
  }

  get known(): KnownSignature | null {
    return this.#known.current;
  }
  /** Why the last fetch failed, also after a read that works; else why the last read did. */
  get failure(): Failure | null {
    return this.#fetching.failure ?? this.#known.failure;
  }
  get isFetching(): boolean {
    return this.#fetching.isBusy;
  }

  /** Looks again when signatures were fetched or checked. @returns stops watching */
  watch(): () => void {
    const ask = throttle(async () => {
      if (this.#content !== null && !this.isFetching) await this.#known.ask(this.#content);
    }, this.#clock);
    return this.#ports.bridge.listen('signatures.changed', ask);
  }

  /** Shows the signature on this computer. */
  async load(network: Network, cid: string): Promise<void> {
    this.forget();
    this.#content = { network, cid };
    await this.#known.ask(this.#content);
  }

  /** Begins anew: the next content is asked for, also the one shown last. */
  forget(): void {
    this.#content = null;
    this.#known.clear();
    this.#fetching.leave();
  }

  /** `load`, unless this content is shown already. */
  async show(network: Network, cid: string): Promise<void> {
    if (!this.#isAbout({ network, cid })) await this.load(network, cid);
  }

  /** Fetches the signature that the service has now. */
  async fetch(network: Network, cid: string): Promise<void> {
    const content = { network, cid };
    const { bridge, connectionId } = this.#ports;
    if (!this.#isAbout(content)) this.#fetching.leave();
    this.#content = content;
    this.#known.giveUp();
    const reply = await this.#fetching.runBeside(() => bridge.ask('signatures.fetch', { connectionId, ...content }));
    if (this.#content !== content) return;
    if (reply.ok) this.#known.take(reply.value);
    // The question before it was given up, and what was announced meanwhile was not asked for.
    else await this.#known.ask(content);
  }

  #isAbout({ network, cid }: Content): boolean {
    return this.#content?.cid === cid && this.#content.network === network;
  }
}

const SHOWN_FILES = 20;

type FoundFiles = {
  /** The first files with the CID. */
  readonly rows: readonly FileRow[];
  readonly count: number;
  /** Further files that name the CID, of which nobody looked whether they have it. */
  readonly unseen: number;
};

/** A CID that a person pasted: its parts, the files here that have it in whatever spelling, and its signature. */
export class CidLookupState {
  readonly #ports: ScreenPorts;
  readonly signature: SignatureState;
  #text = $state('');
  #network = $state.raw<Network>('public');
  #isOpen = $state(false);
  readonly #files: Query<string, FoundFiles>;

  readonly cid = $derived(pastedCid(this.#text));
  readonly parts: CidParts | null = $derived(readCid(this.cid));

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.signature = new SignatureState(ports);
    this.#files = new Query((cid) => this.#find(cid));
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
  get files(): FoundFiles | null {
    return this.#files.current;
  }

  /** Why the files could not be looked for. */
  get failure(): Failure | null {
    return this.#files.failure;
  }

  /** Looks again while it is open, as files and signatures arrive. @returns stops watching */
  watch(): () => void {
    const again = throttle(async () => {
      if (this.#isOpen && this.parts !== null) await this.#files.ask(this.cid);
    });
    const stops = [this.signature.watch(), this.#ports.bridge.listen('files.changed', again)];
    return () => stops.forEach((stop) => stop());
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
    this.#files.clear();
    if (this.parts === null) return;
    void this.signature.load(network, this.cid);
    void this.#files.ask(this.cid);
  }

  async #find(cid: string): Promise<Result<FoundFiles, Failure>> {
    const { bridge, connectionId } = this.#ports;
    const query = { ...noFilters, search: cid, sort: { column: 'created' as const, descending: false } };
    const opened = await bridge.ask('files.open', { connectionId, query, firstRows: LARGEST_WINDOW_ROWS });
    if (!opened.ok) return opened;
    const { viewId, rows, isCounted } = opened.value;
    const counted = isCounted ? opened : await bridge.ask('files.counted', { viewId });
    void bridge.ask('files.close', { viewId });
    if (!counted.ok) return counted;
    // A search finds names and metadata with the CID, too.
    const wanted = readCid(cid)?.asVersion1;
    const named = rows.filter((row) => readCid(row.cid)?.asVersion1 === wanted);
    return ok({ rows: named.slice(0, SHOWN_FILES), count: named.length, unseen: counted.value.count - rows.length });
  }
}
