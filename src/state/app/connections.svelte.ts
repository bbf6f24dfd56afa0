import type { CeilingAnswer } from '../../domain/connections/file-ceiling.ts';
import type { ConnectionSummary } from '../../contract/connections.ts';
import type { Bridge } from '../../contract/index.ts';
import { type NameSearch, nameSearchOf, noNameSearch } from '../../domain/service/name-search.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { ConnectionId } from '../../domain/core/ids.ts';
import type { Result } from '../../domain/core/result.ts';
import { filesToDecide } from '../../domain/edits/edit.ts';
import { Action } from './action.svelte.ts';
import { pageClock } from './clock.svelte.ts';
import { listenToAll, Query, throttle } from './query.svelte.ts';
import type { RouterState } from './router.svelte.ts';

/** The connections of this profile with their sync status, and the one on screen. */
export class ConnectionsState {
  readonly #bridge: Bridge;
  readonly #router: RouterState;
  readonly #clock: typeof pageClock;
  readonly #list: Query<void, readonly ConnectionSummary[]>;
  readonly #action = new Action();
  // Bookkeeping: no view reads it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #followers = new Set<() => void>();
  /** The connection that the last action was about. */
  #actedOn = $state.raw<string | null>(null);

  /** The connection that the address names, else the first one; null when there is none. */
  readonly current = $derived.by(() => this.summaryOf(this.#router.route.connectionId) ?? this.all[0] ?? null);
  readonly isEmpty = $derived.by(() => this.#list.current?.length === 0 && this.failure === null);

  constructor(bridge: Bridge, router: RouterState, clock = pageClock) {
    this.#bridge = bridge;
    this.#router = router;
    this.#clock = clock;
    this.#list = new Query(() => bridge.ask('connections.list', null));
  }

  get all(): readonly ConnectionSummary[] {
    return this.#list.current ?? [];
  }
  /** Null for a connection that is gone, and before the first answer. */
  summaryOf(id: string | null): ConnectionSummary | null {
    return this.all.find(({ connection }) => connection.id === id) ?? null;
  }
  /** How a connection's service reads the filter by name of its keys, as far as answers have shown. */
  nameSearchOf(id: string): NameSearch {
    return nameSearchOf(this.summaryOf(id)?.connection.learnt.nameSearch ?? noNameSearch);
  }

  /** Files of the connection on screen whose edits wait for the person's decision. */
  get filesToDecide(): number {
    return this.current === null ? 0 : filesToDecide(this.current.status.counts);
  }

  get failure(): Failure | null {
    return this.#list.failure;
  }
  /**
   * Why the core did not carry out the last action on the connection on screen; null once it carried one out. A new status
   * says nothing of it.
   */
  get actionFailure(): Failure | null {
    return this.current?.connection.id === this.#actedOn ? this.#action.failure : null;
  }
  /** Whether the core has answered once, with connections or a failure. */
  get answered(): boolean {
    return this.#list.current !== null || this.failure !== null;
  }

  /** @returns stops watching */
  watch(): () => void {
    const load = throttle(() => this.load(), this.#clock);
    load();
    return listenToAll(this.#bridge, ['connections.changed', 'status.changed'], load);
  }

  /**
   * Calls back after every answer. An event of a changed connection comes before the list that holds the change, so what is
   * asked with a value of that list follows the list and not the event.
   *
   * @returns stops following
   */
  follow(answered: () => void): () => void {
    this.#followers.add(answered);
    return () => void this.#followers.delete(answered);
  }

  /** Ends with an answer that is no older than the call. */
  async load(): Promise<void> {
    await this.#list.ask();
    for (const answered of this.#followers) answered();
  }

  /** Answers whether more files are to be copied than the copy may have now. */
  async answerCeiling(answer: CeilingAnswer): Promise<void> {
    await this.#carryOut((id) => this.#bridge.ask('connections.answerCeiling', { id, answer }));
  }

  /** Asks for a sync now ("Try now"). A paused connection stays paused. */
  async checkNow(): Promise<void> {
    await this.#carryOut((id) => this.#bridge.ask('connections.checkNow', { id }));
  }

  /** Pauses the connection on screen, or lets it go on. */
  async pause(paused: boolean): Promise<void> {
    await this.#carryOut((id) => this.#bridge.ask('connections.change', { id, paused }));
  }

  async #carryOut(ask: (id: ConnectionId) => Promise<Result<unknown, Failure>>): Promise<void> {
    if (this.current === null) return;
    const { id } = this.current.connection;
    if (id !== this.#actedOn) this.#action.leave();
    this.#actedOn = id;
    await this.#action.runBeside(() => ask(id));
    await this.load();
  }
}
