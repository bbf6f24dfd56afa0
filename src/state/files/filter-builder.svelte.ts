import type { Facets } from '../../contract/files.ts';
import type { FileFilter } from '../../domain/files/file-filter.ts';
import type { FilesState } from './files.svelte.ts';
import {
  emptyDraft,
  filtersLike,
  typedFilter,
  type DraftFlaw,
  type FilterDraft,
  type FilterField,
} from './filter-draft.ts';
import type { ScreenPorts } from '../app/ports.ts';

type Counted = Facets['types'];

const nothing: Facets = { networks: [], types: [], families: [], groups: [], states: [], keys: [] };

/** The filter that is being put together, and what there is to choose from. */
export class FilterBuilderState {
  readonly #ports: ScreenPorts;
  readonly #files: FilesState;
  isOpen = $state(false);
  #draft = $state.raw<FilterDraft>(emptyDraft);
  #facets = $state.raw<Facets>(nothing);
  #values = $state.raw<Counted>([]);
  #like = $state.raw<readonly FileFilter[]>([]);
  #flaw = $state.raw<DraftFlaw | null>(null);
  #latest = 0;

  constructor(ports: ScreenPorts, files: FilesState) {
    this.#ports = ports;
    this.#files = files;
  }

  get draft(): FilterDraft {
    return this.#draft;
  }
  get facets(): Facets {
    return this.#facets;
  }
  /** Values of the key of the draft, the most frequent first. */
  get values(): Counted {
    return this.#values;
  }
  /** What the chosen file could be filtered by; empty when none is chosen. */
  get like(): readonly FileFilter[] {
    return this.#like;
  }
  /** What kept the draft from being added; null until somebody tried. */
  get flaw(): DraftFlaw | null {
    return this.#flaw;
  }

  async open(field: FilterField = 'metadata'): Promise<void> {
    this.#draft = { ...emptyDraft, field };
    this.#flaw = null;
    this.#values = [];
    this.#like = [];
    this.isOpen = true;
    await Promise.all([this.#loadFacets(), this.#loadLike()]);
  }

  change(by: Partial<FilterDraft>): void {
    const { field, key } = this.#draft;
    this.#draft = { ...this.#draft, ...by };
    this.#flaw = null;
    if (this.#draft.field !== field) this.#draft = { ...emptyDraft, field: this.#draft.field };
    if (this.#draft.key !== key) void this.#loadValues(this.#draft.key);
  }

  /** Adds the filter and closes. */
  add(filter: FileFilter): void {
    this.isOpen = false;
    this.#files.addFilter(filter);
  }

  /** Adds what was typed, or says what is missing. */
  addTyped(): void {
    const typed = typedFilter(this.#draft);
    if (typeof typed === 'string') this.#flaw = typed;
    else this.add(typed);
  }

  // Without an answer there is less to choose from; what is typed works all the same.
  async #loadFacets(): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('files.facets', { connectionId });
    if (reply.ok) this.#facets = reply.value;
  }

  async #loadValues(key: string | null): Promise<void> {
    const request = ++this.#latest;
    this.#values = [];
    if (key === null) return;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('files.facetValues', { connectionId, key });
    if (reply.ok && request === this.#latest) this.#values = reply.value.values;
  }

  async #loadLike(): Promise<void> {
    const { position } = this.#files;
    const row = position === null ? null : this.#files.rowAt(position);
    if (row === null) return;
    this.#like = filtersLike(row, null);
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('files.get', { connectionId, key: { network: row.network, id: row.id } });
    if (reply.ok) this.#like = filtersLike(row, reply.value);
  }
}
