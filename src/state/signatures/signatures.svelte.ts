import type { Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import type { SignatureCounts, SignatureFilter, SignatureRow } from '../../domain/signatures/signature-record.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { listenToAll, Query, throttle } from '../app/query.svelte.ts';
import { PagedRows, type Slice } from '../lists/paged-rows.svelte.ts';

export const everySignature: SignatureFilter = { status: null, signer: null };

/** The list of signatures: its filter, the counts, and the rows that have arrived. */
export class SignaturesState {
  readonly #ports: ScreenPorts;
  readonly rows: PagedRows<SignatureRow>;
  #filter = $state.raw<SignatureFilter>(everySignature);
  readonly #counts: Query<void, SignatureCounts>;
  readonly #unfetched: Query<void, Output<'signatures.unfetched'>>;
  readonly #reporting = new Action();

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#counts = new Query(() => bridge.ask('signatures.counts', { connectionId }));
    this.#unfetched = new Query(() => bridge.ask('signatures.unfetched', { connectionId }));
    this.rows = new PagedRows((from, to) => this.#slice(from, to));
  }

  get filter(): SignatureFilter {
    return this.#filter;
  }
  get counts(): SignatureCounts | null {
    return this.#counts.current;
  }
  /** Files whose signature was never fetched; null until the core has counted them. */
  get unfetched(): number | null {
    return this.#unfetched.current?.files ?? null;
  }
  get failure(): Failure | null {
    return this.#reporting.failure;
  }
  get isReporting(): boolean {
    return this.#reporting.isBusy;
  }

  /** Follows the address, and asks again whenever signatures or files change. @returns stops watching */
  watch(): () => void {
    const { bridge, app } = this.#ports;
    this.#follow();
    const load = throttle(() => Promise.all([this.#counts.ask(), this.rows.refresh()]));
    load();
    const stops = [
      app.router.follow(() => this.#follow()),
      listenToAll(bridge, ['signatures.changed', 'files.changed'], load),
      this.#unfetched.watch(bridge, ['signatures.changed', 'files.changed']),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async show(filter: SignatureFilter): Promise<void> {
    const { status, signer } = this.#filter;
    const isSame = filter.status === status && filter.signer === signer;
    this.#filter = filter;
    await (isSame ? this.rows.refresh() : this.rows.renew());
  }

  /** @returns null when it failed; `failure` says why */
  async report(format: 'csv' | 'json'): Promise<string | null> {
    const { bridge, connectionId } = this.#ports;
    const filter = this.#filter;
    const reply = await this.#reporting.run(() => bridge.ask('signatures.report', { connectionId, filter, format }));
    return reply?.ok ? reply.value.text : null;
  }

  #follow(): void {
    const { target } = this.#ports.app.router;
    if (target.kind === 'signatures') void this.show({ status: target.status, signer: target.signer });
  }

  async #slice(from: number, to: number): Promise<Result<Slice<SignatureRow>, Failure>> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('signatures.page', { connectionId, filter: this.#filter, from, to });
    return reply.ok ? ok({ from, ...reply.value }) : reply;
  }
}
