import type { ServiceComparison } from '../../contract/keys.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { ScreenPorts } from '../app/ports.ts';
import type { KeyQuery, ServiceKeyFilters } from '../../domain/keys/queries.ts';

/** Asks the service the same question as the copy, when a person wants to see whether both answer alike. */
export class ServiceComparisonState {
  readonly #ports: ScreenPorts;
  readonly #query: () => KeyQuery;
  #answer = $state.raw<ServiceComparison | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #asked = $state.raw<string | null>(null);
  #isAsking = $state(false);
  #latest = 0;
  readonly #question = $derived.by(() => JSON.stringify(filtersOf(this.#query())));

  constructor(ports: ScreenPorts, query: () => KeyQuery) {
    this.#ports = ports;
    this.#query = query;
  }

  get isAsking(): boolean {
    return this.#isAsking;
  }
  /** Of the question on screen; null when that one was not asked. */
  get answer(): ServiceComparison | null {
    return this.#asked === this.#question ? this.#answer : null;
  }
  get failure(): Failure | null {
    return this.#asked === this.#question ? this.#failure : null;
  }

  async ask(): Promise<void> {
    const request = ++this.#latest;
    this.#asked = this.#question;
    this.#isAsking = true;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('keys.askService', { connectionId, filters: filtersOf(this.#query()) });
    if (request !== this.#latest) return;
    this.#isAsking = false;
    this.#answer = reply.ok ? reply.value : null;
    this.#failure = reply.ok ? null : reply.failure;
  }

  dismiss(): void {
    this.#latest += 1;
    this.#isAsking = false;
    this.#asked = null;
  }
}

/** The part of a question that the service understands. */
const filtersOf = ({ revoked, limitedUse, exhausted, name }: KeyQuery): ServiceKeyFilters => ({
  revoked,
  limitedUse,
  exhausted: limitedUse && exhausted,
  name,
});
