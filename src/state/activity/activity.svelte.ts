import type { Bridge, Output } from '../../contract/index.ts';
import type { ActivityEntry, ActivityOrigin } from '../../domain/activity/activity.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { ok } from '../../domain/core/result.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { listenToAll, Query, throttle } from '../app/query.svelte.ts';
import type { RouterState } from '../app/router.svelte.ts';

/** Entries listed at first, and added by each "show earlier". */
const PAGE = 100;
/** The contract lists no more: the profile keeps fewer than this. */
const MOST = 5_000;

type ActivityFilter = { readonly origin: ActivityOrigin | null; readonly day: string | null };
type Asked = ActivityFilter & { readonly limit: number };

/** What happened to a connection, and the entry that is open. */
export class ActivityState {
  readonly #bridge: Bridge;
  readonly #router: RouterState;
  readonly #list: Query<Asked, Output<'activity.list'> & ActivityFilter>;
  readonly #whole: Query<Asked, Output<'activity.list'>>;
  #limit = $state(PAGE);

  constructor({ bridge, connectionId, app }: ScreenPorts) {
    this.#bridge = bridge;
    this.#router = app.router;
    this.#list = new Query(async (asked) => {
      const reply = await bridge.ask('activity.list', { connectionId, ...asked });
      return reply.ok ? ok({ ...reply.value, origin: asked.origin, day: asked.day }) : reply;
    });
    this.#whole = new Query((asked) => bridge.ask('activity.list', { connectionId, ...asked }), 'forget');
  }

  /** Whose entries are listed; null for everybody's. */
  get origin(): ActivityOrigin | null {
    const { target } = this.#router;
    return target.kind === 'activity' ? target.origin : null;
  }
  /** The day whose entries are listed; null for all days. */
  get day(): string | null {
    const { target } = this.#router;
    return target.kind === 'activity' ? target.day : null;
  }
  /** Newest first; null until they have arrived. */
  get entries(): readonly ActivityEntry[] | null {
    return this.#listed?.entries ?? null;
  }
  get isMore(): boolean {
    return this.#listed?.isMore ?? false;
  }
  /** The last answer; where the next one cannot be had, only under the filter that it was given for. */
  get #listed(): Output<'activity.list'> | null {
    const { current, failure } = this.#list;
    const isOfFilter = current?.origin === this.origin && current.day === this.day;
    return failure === null || isOfFilter ? current : null;
  }
  get failure(): Failure | null {
    return this.#list.failure ?? this.#whole.failure;
  }
  /** The entry that the address names; null without one, or once it is no longer kept. */
  get opened(): ActivityEntry | null {
    const { target } = this.#router;
    const id = target.kind === 'activity' ? target.id : null;
    return this.entries?.find((entry) => entry.id === id) ?? null;
  }

  /** Asks now, and after everything that may add an entry or change one. @returns stops watching */
  watch(): () => void {
    const ask = throttle(() => this.load());
    ask();
    const stops = [
      listenToAll(this.#bridge, ['activity.changed', 'changes.changed'], ask),
      // The address may ask for the entries of somebody else.
      this.#router.follow(() => {
        if (this.#router.target.kind === 'activity') ask();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** All entries of the day and origin that are listed, those further down too. @returns null where they cannot be had */
  async all(): Promise<readonly ActivityEntry[] | null> {
    const whole = await this.#whole.ask({ origin: this.origin, day: this.day, limit: MOST });
    return whole?.entries ?? null;
  }

  async load(): Promise<void> {
    // Only its failure is let go: what is on its way is about to be saved.
    if (!this.#whole.isLoading) this.#whole.clear();
    await this.#list.ask({ origin: this.origin, day: this.day, limit: this.#limit });
  }

  async showEarlier(): Promise<void> {
    this.#limit = Math.min(MOST, this.#limit + PAGE);
    await this.load();
  }

  /** Shows an entry beside the list, without a step for Back. */
  open(entry: ActivityEntry | null): void {
    this.#router.note({ kind: 'activity', id: entry?.id ?? null, origin: this.origin, day: this.day });
  }

  /** Lists the entries of every day again. */
  showEveryDay(): void {
    this.#router.note({ kind: 'activity', id: null, origin: this.origin, day: null });
  }

  /** Lists the entries of one origin, or all. */
  show(origin: ActivityOrigin | null): void {
    this.#router.note({ kind: 'activity', id: null, origin, day: this.day });
  }
}
