import type { FileRow } from '../../contract/files.ts';
import type { Bridge } from '../../contract/index.ts';
import type { SelfTestResult } from '../../contract/self-test.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { noFilters } from '../../domain/files/file-filter.ts';
import type { SelfTestTrace } from '../../domain/connections/self-test.ts';

const MOST_FOUND = 6;

/** A self-test of one connection: the file a person names for it, what came of it, and what an earlier one left. */
export class SelfTestState {
  readonly #bridge: Bridge;
  readonly #connectionId: string;
  named = $state('');
  #found = $state.raw<readonly FileRow[]>([]);
  #chosen = $state.raw<FileRow | null>(null);
  #result = $state.raw<SelfTestResult | null>(null);
  #trace = $state.raw<SelfTestTrace | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #busy = $state(false);
  #latest = 0;

  constructor(bridge: Bridge, connectionId: string) {
    this.#bridge = bridge;
    this.#connectionId = connectionId;
  }

  /** Files that match what was named, at most six. */
  get found(): readonly FileRow[] {
    return this.#found;
  }
  get chosen(): FileRow | null {
    return this.#chosen;
  }
  get result(): SelfTestResult | null {
    return this.#result;
  }
  get trace(): SelfTestTrace | null {
    return this.#trace;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  get busy(): boolean {
    return this.#busy;
  }

  /** @returns stops watching */
  watch(): () => void {
    void this.load();
    return this.#bridge.listen('connections.changed', () => void this.load());
  }

  async load(): Promise<void> {
    const reply = await this.#bridge.ask('selfTest.trace', { connectionId: this.#connectionId });
    if (reply.ok) this.#trace = reply.value;
  }

  /** Looks for the file that is meant, by a part of its name or by its id. */
  async look(): Promise<void> {
    const request = ++this.#latest;
    const search = this.named.trim();
    this.#result = null;
    this.#failure = null;
    const found = search === '' ? [] : await this.#matching(search);
    if (request !== this.#latest) return;
    this.#found = found;
    const [only] = found;
    this.#chosen = found.length === 1 && only !== undefined ? only : null;
  }

  choose(id: string): void {
    this.#chosen = this.#found.find((file) => file.id === id) ?? null;
    this.#result = null;
    this.#failure = null;
  }

  async run(): Promise<void> {
    const file = this.#chosen;
    if (file === null || this.#busy) return;
    this.#busy = true;
    const key = { network: file.network, id: file.id };
    const reply = await this.#bridge.ask('selfTest.run', { connectionId: this.#connectionId, key });
    this.#busy = false;
    this.#result = reply.ok ? reply.value : null;
    this.#failure = reply.ok ? null : reply.failure;
    await this.load();
  }

  async dismiss(): Promise<void> {
    await this.#bridge.ask('selfTest.dismiss', { connectionId: this.#connectionId });
    await this.load();
  }

  async #matching(search: string): Promise<readonly FileRow[]> {
    const connectionId = this.#connectionId;
    const query = { ...noFilters, search, sort: { column: 'name' as const, descending: false } };
    const opened = await this.#bridge.ask('files.open', { connectionId, query, firstRows: MOST_FOUND });
    if (!opened.ok) return [];
    await this.#bridge.ask('files.close', { viewId: opened.value.viewId });
    return opened.value.rows;
  }
}
