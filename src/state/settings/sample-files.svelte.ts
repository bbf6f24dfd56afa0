import type { Bridge } from '../../contract/index.ts';
import { isSameFile } from '../../domain/core/ids.ts';
import { noFilters } from '../../domain/files/file-filter.ts';
import type { FileRow } from '../../domain/files/file.ts';
import { throttle } from '../app/query.svelte.ts';

const SHOWN = 8;

/** A few files of the person, as an example of how lists look. Those with waiting edits come first. */
export class SampleFilesState {
  readonly #bridge: Bridge;
  readonly #connectionId: string;
  #rows = $state.raw<readonly FileRow[]>([]);

  constructor(bridge: Bridge, connectionId: string) {
    this.#bridge = bridge;
    this.#connectionId = connectionId;
  }

  /** Empty until they have arrived, and without a copy. */
  get rows(): readonly FileRow[] {
    return this.#rows;
  }

  /** Asks until there are files: an example that changes under a person's eyes is none. @returns stops asking */
  watch(): () => void {
    const load = throttle(() => this.#load());
    load();
    return this.#bridge.listen('files.changed', () => {
      if (this.#rows.length === 0) load();
    });
  }

  async #load(): Promise<void> {
    const edited = await this.#first({ ...noFilters, edited: true }, 3);
    const others = await this.#first(noFilters, SHOWN - edited.length);
    this.#rows = [...edited, ...others.filter((other) => !edited.some((one) => isSameFile(one, other)))];
  }

  async #first(filters: typeof noFilters, firstRows: number): Promise<readonly FileRow[]> {
    const query = { ...filters, search: '', sort: { column: 'name', descending: false } } as const;
    const input = { connectionId: this.#connectionId, query, firstRows, keys: [] };
    const reply = await this.#bridge.ask('files.open', input);
    if (!reply.ok) return [];
    void this.#bridge.ask('files.close', { viewId: reply.value.viewId });
    return reply.value.rows;
  }
}
