import type { ServiceComparison } from '../../contract/keys.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { KeyQuery, ServiceKeyFilters } from '../../domain/keys/queries.ts';
import type { NameSearch } from '../../domain/service/name-search.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** Asks the service the same question as the mirror, for a person who wants to see whether both answer alike. */
export class ServiceComparisonState {
  readonly #query: () => KeyQuery;
  readonly #onLearnt: () => void;
  readonly #comparison: Query<ServiceKeyFilters, ServiceComparison>;
  #learntSearch = $state.raw<NameSearch | null>(null);
  #asked = $state.raw<string | null>(null);
  readonly #isOnScreen = $derived.by(() => this.#asked === JSON.stringify(filtersOf(this.#query())));

  /** @param onLearnt the answer showed that the service reads names otherwise */
  constructor({ bridge, connectionId }: ScreenPorts, query: () => KeyQuery, onLearnt: () => void) {
    this.#query = query;
    this.#onLearnt = onLearnt;
    this.#comparison = new Query((filters) => bridge.ask('keys.askService', { connectionId, filters }), 'forget');
  }

  /** The reading of names that the last answer showed; null before the first. */
  get learntSearch(): NameSearch | null {
    return this.#learntSearch;
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

  /** A second press meanwhile asks nothing: an answer takes many requests. */
  async ask(): Promise<void> {
    const filters = filtersOf(this.#query());
    const asked = JSON.stringify(filters);
    if (this.isAsking && asked === this.#asked) return;
    // The answer to another question would stand under this one.
    if (asked !== this.#asked) this.#comparison.clear();
    this.#asked = asked;
    await this.#comparison.ask(filters);
    const answer = this.#comparison.current;
    if (answer === null) return;
    this.#learntSearch = answer.nameSearch;
    if (answer.isNameSearchNew) this.#onLearnt();
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
