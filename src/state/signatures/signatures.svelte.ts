import type { SignatureCounts } from '../../contract/signatures.ts';
import { noFilters } from '../../domain/files/file-filter.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import type { Selection } from '../../domain/files/selection.ts';
import type { SignatureFilter, SignatureRow } from '../../domain/signatures/signature-record.ts';
import { PagedRows, type Slice } from '../lists/paged-rows.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { throttle } from '../app/throttle.ts';

export const everySignature: SignatureFilter = { standing: null, signer: null };

const everyFile: Selection = {
  kind: 'view',
  query: { ...noFilters, search: '', sort: { column: 'name', descending: false } },
  except: [],
};

/** The signatures on screen: which were asked for, how many of each there are, and what has arrived. */
export class SignaturesState {
  readonly #ports: ScreenPorts;
  readonly rows: PagedRows<SignatureRow>;
  readonly everyFile = everyFile;
  #filter = $state.raw<SignatureFilter>(everySignature);
  #counts = $state.raw<SignatureCounts | null>(null);
  #unfetched = $state.raw<number | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #isReporting = $state(false);

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.rows = new PagedRows((from, to) => this.#slice(from, to));
  }

  get filter(): SignatureFilter {
    return this.#filter;
  }
  get counts(): SignatureCounts | null {
    return this.#counts;
  }
  /** Files whose signature was never fetched; null until they are counted. */
  get unfetched(): number | null {
    return this.#unfetched;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  get isReporting(): boolean {
    return this.#isReporting;
  }

  /** @returns stops watching */
  watch(): () => void {
    const { bridge } = this.#ports;
    const load = throttle(() => this.#refresh());
    const count = throttle(() => this.#countUnfetched());
    load();
    count();
    const stops = [
      bridge.listen('signatures.changed', load),
      bridge.listen('signatures.changed', count),
      bridge.listen('files.changed', count),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async show(filter: SignatureFilter): Promise<void> {
    this.#filter = filter;
    await this.rows.restart();
  }

  /** @returns null when there is none to be had; `failure` says why */
  async report(format: 'csv' | 'json'): Promise<string | null> {
    if (this.#isReporting) return null;
    this.#isReporting = true;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('signatures.report', { connectionId, filter: this.#filter, format });
    this.#isReporting = false;
    this.#failure = reply.ok ? null : reply.failure;
    return reply.ok ? reply.value.text : null;
  }

  async #refresh(): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const [reply] = await Promise.all([bridge.ask('signatures.counts', { connectionId }), this.rows.refresh()]);
    if (reply.ok) this.#counts = reply.value;
  }

  async #countUnfetched(): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('signatures.unfetched', { connectionId });
    if (reply.ok) this.#unfetched = reply.value.files;
  }

  async #slice(from: number, to: number): Promise<Result<Slice<SignatureRow>, Failure>> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('signatures.page', { connectionId, filter: this.#filter, from, to });
    return reply.ok ? ok({ from, ...reply.value }) : reply;
  }
}
