import type { Output } from '../../contract/index.ts';
import type { KeyTableFormat } from '../../contract/keys.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import type { KeyCondition, KeyCounts } from '../../domain/keys/api-key.ts';
import type { KeyRunOuts } from '../../domain/keys/key-run-outs.ts';
import type { ListedKey } from '../../domain/keys/listed-key.ts';
import type { KeyQuery } from '../../domain/keys/queries.ts';
import { Action } from '../app/action.svelte.ts';
import { inMirror } from '../../domain/keys/name-pattern.ts';
import type { NameSearch } from '../../domain/service/name-search.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query, throttle } from '../app/query.svelte.ts';
import { PagedRows, type Slice } from '../lists/paged-rows.svelte.ts';
import { formatKeyQuery } from '../app/key-query-string.ts';
import type { KeysTarget } from '../app/route.ts';
import { areAlike, everyKey, filtersAsking, filtersOf, type KeyFilters, keyQueryOf, refined } from './key-filters.ts';
import { ServiceComparisonState } from './service-comparison.svelte.ts';

/** The list of API keys: its filters, the counts, and the rows that have arrived. */
export class KeysState {
  readonly #ports: ScreenPorts;
  readonly #clock: typeof pageClock;
  readonly rows: PagedRows<ListedKey>;
  /** The key that is open. */
  readonly detail: KeyDetailState;
  readonly comparison: ServiceComparisonState;
  #filters = $state.raw<KeyFilters>(everyKey);
  readonly #counts: Query<void, KeyCounts>;
  readonly #runOuts: Query<void, KeyRunOuts>;
  readonly #exporting = new Action();
  #opened = false;
  /** The name that the rows were asked for last, in the mirror's meaning. */
  #askedName: string | null = null;
  readonly #query = $derived(keyQueryOf(this.#filters));

  constructor(ports: ScreenPorts, clock = pageClock) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#clock = clock;
    this.#counts = new Query(() => bridge.ask('keys.counts', { connectionId }));
    this.#runOuts = new Query(() => bridge.ask('keys.runOuts', { connectionId }));
    this.rows = new PagedRows((from, to) => this.#slice(from, to));
    this.detail = new KeyDetailState(ports);
    this.comparison = new ServiceComparisonState(
      ports,
      () => this.#query,
      () => void this.rows.refresh(),
    );
  }

  get filters(): KeyFilters {
    return this.#filters;
  }

  /** The query to the mirror. */
  get query(): KeyQuery {
    return this.#query;
  }

  /** How the service reads the filter by name; the mirror answers alike. */
  get nameSearch(): NameSearch {
    const { app, connectionId } = this.#ports;
    return app.connections.nameSearchOf(connectionId);
  }

  /** The query in the mirror's meaning of a name pattern. */
  get #mirrorQuery(): KeyQuery {
    return inMirror(this.#query, this.nameSearch);
  }

  /** Counts of all keys of the connection, whatever the filters; null until they have arrived. */
  get counts(): KeyCounts | null {
    return this.#counts.current;
  }

  /** Keys that are used up or will be; null until they have arrived. */
  get runOuts(): KeyRunOuts | null {
    return this.#runOuts.current;
  }

  get exportFailure(): Failure | null {
    return this.#exporting.failure;
  }

  /** Follows the address, and asks again whenever the mirror, or its meaning of a name, changes. @returns stops watching */
  watch(): () => void {
    const { bridge, app } = this.#ports;
    this.#follow(true);
    const again = throttle(() => Promise.all([this.refresh(), this.detail.refresh()]), this.#clock);
    const stops = [
      app.router.follow((arrived) => this.#follow(arrived)),
      app.connections.follow(() => this.#mirrorQuery.name !== this.#askedName && void this.rows.refresh()),
      bridge.listen('keys.changed', again),
      this.#runOuts.watch(bridge, ['keys.changed']),
      this.comparison.watch(),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Opens the list. A return to the same condition keeps the other filters. */
  async open(condition: KeyCondition | null): Promise<void> {
    if (this.#opened && condition === this.#filters.condition) return this.refresh();
    this.#opened = true;
    this.#filters = { ...filtersOf(condition), sort: this.#filters.sort };
    await Promise.all([this.rows.renew(), this.#counts.ask()]);
  }

  /** Goes to the list with this query. */
  show(query: KeyQuery): void {
    this.#opened = true;
    this.#filters = filtersAsking(query);
    this.#ports.app.router.go(this.placeOf(null));
    void this.rows.renew();
  }

  /** The list as it is on screen, with a key opened in it. @param id null for none */
  placeOf(id: string | null): KeysTarget {
    const { condition } = this.#filters;
    const isUsual = formatKeyQuery(this.#query).every(([name]) => name === 'condition');
    return isUsual ? { kind: 'keys', id, condition } : { kind: 'keys', id, condition, query: this.#query };
  }

  /** Opens a key in the list, without a step for Back. @param id null closes */
  choose(id: string | null): void {
    const { app, connectionId } = this.#ports;
    app.router.note(this.placeOf(id), connectionId);
  }

  async filter(change: Partial<KeyFilters>): Promise<void> {
    this.#filters = refined(this.#filters, change);
    this.#note();
    await this.rows.renew();
  }

  /** Sorts by a column; the same column again turns the order round. */
  async sortBy(column: KeyQuery['sort']['column']): Promise<void> {
    const { sort } = this.#filters;
    await this.filter({ sort: { column, descending: sort.column === column && !sort.descending } });
  }

  async clearFilters(): Promise<void> {
    this.#filters = { ...everyKey, sort: this.#filters.sort };
    this.#note();
    await this.rows.renew();
  }

  async refresh(): Promise<void> {
    await Promise.all([this.rows.refresh(), this.#counts.ask()]);
  }

  /** All keys of the query, as text. @returns null when it failed; `exportFailure` says why */
  async export(format: KeyTableFormat): Promise<string | null> {
    const { bridge, connectionId } = this.#ports;
    const query = this.#mirrorQuery;
    const reply = await this.#exporting.runBeside(() => bridge.ask('keys.export', { connectionId, query, format }));
    return reply.ok ? reply.value.text : null;
  }

  /** Takes over the address that a person came to, and what was noted of the list only as far as a key is opened. */
  #follow(arrived: boolean): void {
    const { target } = this.#ports.app.router;
    if (target.kind !== 'keys') return;
    void this.detail.open(target.id);
    if (!arrived) return;
    if (target.query === undefined) void this.open(target.condition);
    else void this.#ask(filtersAsking(target.query));
    this.#note();
  }

  async #ask(filters: KeyFilters): Promise<void> {
    this.#opened = true;
    if (areAlike(filters, this.#filters)) return this.refresh();
    this.#filters = filters;
    await Promise.all([this.rows.renew(), this.#counts.ask()]);
  }

  /** Writes the filters on screen into the address. */
  #note(): void {
    const { router } = this.#ports.app;
    if (router.target.kind === 'keys') this.choose(router.target.id);
  }

  async #slice(from: number, to: number): Promise<Result<Slice<ListedKey>, Failure>> {
    const { bridge, connectionId } = this.#ports;
    const query = this.#mirrorQuery;
    this.#askedName = query.name;
    const reply = await bridge.ask('keys.page', { connectionId, query, from, to });
    return reply.ok ? ok({ from, ...reply.value }) : reply;
  }
}

export type KeyDetail = Output<'keys.get'>;

/** The API key that is open. */
export class KeyDetailState {
  readonly #detail: Query<string, KeyDetail>;
  #id = $state.raw<string | null>(null);

  constructor({ bridge, connectionId }: ScreenPorts) {
    this.#detail = new Query((id) => bridge.ask('keys.get', { connectionId, id }), 'forget');
  }

  /** The key that was asked for, whether or not it has arrived; null when none is open. */
  get id(): string | null {
    return this.#id;
  }

  /** The key that arrived last, also while another one is on its way. */
  get detail(): KeyDetail | null {
    return this.#detail.current;
  }

  get failure(): Failure | null {
    return this.#detail.failure;
  }

  /** @param id null closes */
  async open(id: string | null): Promise<void> {
    this.#id = id;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    if (this.#id === null) this.#detail.clear();
    else await this.#detail.ask(this.#id);
  }
}
