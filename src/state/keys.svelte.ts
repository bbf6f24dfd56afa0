import type { KeyCounts, KeyRow } from '../contract/keys.ts';
import type { KeyCondition } from '../domain/api-key.ts';
import type { Failure } from '../domain/failure.ts';
import { ok, type Result } from '../domain/result.ts';
import type { KeyQuery } from '../domain/view-query.ts';
import { everyKey, filtersOf, isExact, keyQueryOf, refined, type KeyFilters } from './key-filters.ts';
import { KeyDetailState } from './key-detail.svelte.ts';
import { PagedRows, type Slice } from './paged-rows.svelte.ts';
import type { ScreenPorts } from './ports.ts';

/** As many keys as one question asks for when all of them have to be looked at. */
const GATHERED_AT_ONCE = 200;

/** The API keys on screen: which were asked for, and what has arrived of them. */
export class KeysState {
  readonly #ports: ScreenPorts;
  readonly rows: PagedRows<KeyRow>;
  /** The one that is looked at closely. */
  readonly detail: KeyDetailState;
  #filters = $state.raw<KeyFilters>(everyKey);
  #counts = $state.raw<KeyCounts | null>(null);
  #opened = false;

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.rows = new PagedRows((from, to) => this.#slice(from, to));
    this.detail = new KeyDetailState(ports);
  }

  get filters(): KeyFilters {
    return this.#filters;
  }

  /** Of all keys of the connection, whatever the filters; null until they have arrived. */
  get counts(): KeyCounts | null {
    return this.#counts;
  }

  /** Asks again whenever the copy changes. @returns stops watching */
  watch(): () => void {
    return this.#ports.bridge.listen('keys.changed', () => void Promise.all([this.refresh(), this.detail.refresh()]));
  }

  /** Coming back to the same condition keeps what was typed beside it. */
  async open(condition: KeyCondition | null): Promise<void> {
    if (this.#opened && condition === this.#filters.condition) return this.refresh();
    this.#opened = true;
    this.#filters = { ...filtersOf(condition), sort: this.#filters.sort };
    await Promise.all([this.rows.restart(), this.#count()]);
  }

  async filter(change: Partial<KeyFilters>): Promise<void> {
    this.#filters = refined(this.#filters, change);
    await this.rows.restart();
  }

  /** By this column; asked for twice, the other way round. */
  async sortBy(column: KeyQuery['sort']['column']): Promise<void> {
    const { sort } = this.#filters;
    await this.filter({ sort: { column, descending: sort.column === column && !sort.descending } });
  }

  async clearFilters(): Promise<void> {
    this.#filters = { ...everyKey, sort: this.#filters.sort };
    await this.rows.restart();
  }

  async refresh(): Promise<void> {
    await Promise.all([this.rows.refresh(), this.#count()]);
  }

  async #count(): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('keys.counts', { connectionId });
    if (reply.ok) this.#counts = reply.value;
  }

  #slice(from: number, to: number): Promise<Result<Slice<KeyRow>, Failure>> {
    const { condition } = this.#filters;
    return condition === null || isExact(condition) ? this.#page(from, to) : this.#gather(condition);
  }

  async #page(from: number, to: number): Promise<Result<Slice<KeyRow>, Failure>> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('keys.page', { connectionId, query: keyQueryOf(this.#filters), from, to });
    return reply.ok ? ok({ from, ...reply.value }) : reply;
  }

  /** The service has no filter for these conditions, so the keys nearest to them are looked at one by one. */
  async #gather(condition: KeyCondition): Promise<Result<Slice<KeyRow>, Failure>> {
    const fitting: KeyRow[] = [];
    for (let from = 0; ; from += GATHERED_AT_ONCE) {
      const page = await this.#page(from, from + GATHERED_AT_ONCE);
      if (!page.ok) return page;
      fitting.push(...page.value.rows.filter((row) => row.condition === condition));
      const reached = from + page.value.rows.length;
      if (page.value.rows.length === 0 || reached >= page.value.count) break;
    }
    return ok({ from: 0, rows: fitting, count: fitting.length });
  }
}
