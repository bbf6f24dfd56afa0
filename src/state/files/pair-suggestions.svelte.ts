import type { Facets } from '../../contract/files.ts';
import type { Output } from '../../contract/index.ts';
import type { Counted } from '../../domain/files/file.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** The core answers with this many keys or values at most; a longer list has others that are not in it. */
const MOST_CHOICES = 100;

type Suggestions = {
  /** The most frequent first. */
  readonly choices: readonly Counted[];
  /** Whether what is not among them is in no file of this library. */
  readonly isAll: boolean;
};

const nothing: Suggestions = { choices: [], isAll: false };

/** The keys and values of this library, for a person who types a pair. Asked for when a list of them opens. */
export class PairSuggestionsState {
  readonly #facets: Query<void, Facets>;
  readonly #values: Query<string, Output<'files.facetValues'>>;
  #valuesKey = $state.raw<string | null>(null);

  constructor({ bridge, connectionId }: ScreenPorts) {
    this.#facets = new Query(() => bridge.ask('files.facets', { connectionId }));
    this.#values = new Query((key) => bridge.ask('files.facetValues', { connectionId, key }));
  }

  /** @param but the keys that the file has already */
  keys(but: readonly string[]): Suggestions {
    const keys = this.#facets.current?.keys;
    if (keys === undefined) return nothing;
    return { choices: keys.filter(({ value }) => !but.includes(value)), isAll: keys.length < MOST_CHOICES };
  }

  values(key: string): Suggestions {
    const answer = this.#valuesKey === key ? this.#values.current : null;
    return answer === null ? nothing : { choices: answer.values, isAll: answer.values.length < MOST_CHOICES };
  }

  async loadKeys(): Promise<void> {
    await this.#facets.ask();
  }

  async loadValues(key: string): Promise<void> {
    if (key === '') return;
    if (key !== this.#valuesKey) this.#values.clear();
    this.#valuesKey = key;
    await this.#values.ask(key);
  }
}
