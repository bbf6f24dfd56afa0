import type { Facets } from '../../contract/files.ts';
import type { Output } from '../../contract/index.ts';
import type { FileFilter } from '../../domain/files/file-filter.ts';
import type { FilesState } from './files.svelte.ts';
import {
  emptyDraft,
  filtersLike,
  typedFilter,
  type FilterProblem,
  type FilterDraft,
  type FilterField,
} from './filter-draft.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query, throttle } from '../app/query.svelte.ts';

const nothing: Facets = { networks: [], types: [], families: [], groups: [], states: [], keys: [] };

/** The draft of a filter, and the values to choose from. */
export class FilterBuilderState {
  readonly #ports: ScreenPorts;
  readonly #files: FilesState;
  isOpen = $state(false);
  #draft = $state.raw<FilterDraft>(emptyDraft);
  readonly #facets: Query<void, Facets>;
  #areFacetsAsked = false;
  readonly #values: Query<string, Output<'files.facetValues'>>;
  #like = $state.raw<readonly FileFilter[]>([]);
  /** Counts the visits of the dialog: the answer for an earlier one is dropped. */
  #visits = 0;
  #likeArrival: Promise<void> = Promise.resolve();
  #problem = $state.raw<FilterProblem | null>(null);

  constructor(ports: ScreenPorts, files: FilesState) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#files = files;
    this.#facets = new Query(() => bridge.ask('files.facets', { connectionId }));
    this.#values = new Query((key) => bridge.ask('files.facetValues', { connectionId, key }));
  }

  get draft(): FilterDraft {
    return this.#draft;
  }
  async loadFacets(): Promise<void> {
    this.#areFacetsAsked = true;
    await this.#facets.ask();
  }

  get facets(): Facets {
    return this.#facets.current ?? nothing;
  }
  /** Values of the key of the draft, the most frequent first. */
  get values(): Facets['types'] {
    return this.#values.current?.values ?? [];
  }
  /** Ends when all that there is to choose from is here, or cannot be had. */
  async arrive(): Promise<void> {
    await Promise.all([this.#facets.arrival, this.#values.arrival, this.#likeArrival]);
  }
  /** Filters that the chosen file passes; empty when no file is chosen. */
  get like(): readonly FileFilter[] {
    return this.#like;
  }
  /** The problem that kept the draft from the list; null until the person tried to add it. */
  get problem(): FilterProblem | null {
    return this.#problem;
  }

  async open(field: FilterField = 'metadata'): Promise<void> {
    this.#draft = { ...emptyDraft, field };
    this.#problem = null;
    this.#values.clear();
    this.#like = [];
    this.isOpen = true;
    // Without an answer there is less to choose from, but typing works all the same.
    this.#likeArrival = this.#loadLike();
    await Promise.all([this.loadFacets(), this.#likeArrival]);
  }

  /**
   * Asks again as long as there was nothing to choose from: the first files may have been on their way. What stands there
   * once stays in its place, under the pointer of the person.
   *
   * @returns stops watching
   */
  watch(): () => void {
    const ask = throttle(() => this.#facets.ask());
    return this.#ports.bridge.listen('files.changed', () => {
      if (this.#areFacetsAsked && this.facets.networks.length === 0) ask();
    });
  }

  change(by: Partial<FilterDraft>): void {
    const { field, key } = this.#draft;
    this.#draft = { ...this.#draft, ...by };
    this.#problem = null;
    if (this.#draft.field !== field) this.#draft = { ...emptyDraft, field: this.#draft.field };
    if (this.#draft.key !== key) this.#values.clear();
    if (this.#draft.key !== key && this.#draft.key !== null) void this.#values.ask(this.#draft.key);
  }

  /** Adds the filter and closes. */
  add(filter: FileFilter): void {
    this.isOpen = false;
    this.#files.query.addFilter(filter);
  }

  /** Adds the draft, or shows its problem. */
  addTyped(): void {
    const typed = typedFilter(this.#draft, this.#ports.app.preferences.spoken);
    if (typeof typed === 'string') this.#problem = typed;
    else this.add(typed);
  }

  async #loadLike(): Promise<void> {
    const { position } = this.#files;
    const visit = ++this.#visits;
    const row = position === null ? null : this.#files.rowAt(position);
    if (row === null) return;
    this.#like = filtersLike(row, null);
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('files.get', { connectionId, key: { network: row.network, id: row.id } });
    if (reply.ok && visit === this.#visits) this.#like = filtersLike(row, reply.value);
  }
}
