import type { ServiceComparison } from '../../contract/keys.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { KeyQuery, ServiceKeyFilters } from '../../domain/keys/queries.ts';
import type { ConnectionsState } from '../app/connections.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** Asks the service the same question as the mirror, for a person who wants to see whether both answer alike. */
export class ServiceComparisonState {
  readonly #query: () => KeyQuery;
  readonly #onLearnt: () => void;
  readonly #connections: Pick<ConnectionsState, 'load' | 'follow' | 'summaryOf'>;
  readonly #connectionId: ScreenPorts['connectionId'];
  readonly #comparison: Query<ServiceKeyFilters, ServiceComparison>;
  #asked = $state.raw<string | null>(null);
  readonly #isOnScreen = $derived.by(() => this.#asked === JSON.stringify(filtersOf(this.#query())));

  /** @param onLearnt the list of connections has it that the service reads names otherwise, as the answer showed */
  constructor({ app, bridge, connectionId }: ScreenPorts, query: () => KeyQuery, onLearnt: () => void) {
    this.#connections = app.connections;
    this.#connectionId = connectionId;
    this.#query = query;
    this.#onLearnt = onLearnt;
    this.#comparison = new Query((filters) => bridge.ask('keys.askService', { connectionId, filters }), 'forget');
  }

  get isAsking(): boolean {
    return this.#comparison.isLoading;
  }
  /** The answer to the question on screen; null while the service was not asked that one. */
  get answer(): ServiceComparison | null {
    return this.#isOnScreen ? this.#comparison.current : null;
  }
  get failure(): Failure | null {
    return this.#isOnScreen ? this.#comparison.failure : null;
  }

  /** Whether the question found no way to the service. */
  get isOffline(): boolean {
    return this.failure?.kind === 'service' && this.failure.reason === 'unreachable';
  }

  /** Puts a question that found no way to the service again, once there is one. @returns stops watching */
  watch(): () => void {
    let wasAway = this.#isAway;
    return this.#connections.follow(() => {
      const isBack = wasAway && !this.#isAway;
      wasAway = this.#isAway;
      if (isBack && this.isOffline) void this.ask();
    });
  }

  /** A connection that is paused or has no token asks for nothing by itself. */
  get #isAway(): boolean {
    const status = this.#connections.summaryOf(this.#connectionId)?.status;
    if (status === undefined) return false;
    return status.mode !== 'running' || status.network === 'down' || status.trouble?.reason === 'unreachable';
  }

  /** A second press meanwhile asks nothing: an answer takes many requests. */
  async ask(): Promise<void> {
    const filters = filtersOf(this.#query());
    const asked = JSON.stringify(filters);
    if (this.isAsking && asked === this.#asked) return;
    // The answer to another question would stand under this one.
    if (asked !== this.#asked) this.#comparison.clear();
    this.#asked = asked;
    await this.#comparison.ask(filters);
    if (this.#comparison.current?.isNameSearchNew !== true) return;
    await this.#connections.load();
    this.#onLearnt();
  }

  dismiss(): void {
    this.#comparison.giveUp();
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
