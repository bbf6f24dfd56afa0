import { pageClock } from './page-clock.ts';
import { formatRoute, parseRoute, type RouteTarget, type Route } from './route.ts';

/** The browser's address, as far as the app uses it. */
export type AddressBar = {
  readonly read: () => string;
  /** A new entry of the history. */
  readonly push: (hash: string) => void;
  /** The same entry of the history with another address. */
  readonly replace: (hash: string) => void;
  /** @returns stops listening */
  readonly listen: (listener: () => void) => () => void;
};

/** Chromium refuses more than 200 changes of the address in 30 s, and a held arrow key makes more. */
const QUIET_MS = 200;

/** Where the person is. The address follows it, and it follows the address. */
export class RouterState {
  readonly #addressBar: AddressBar;
  #route = $state.raw<Route>({ connectionId: null, target: { kind: 'settings' } });
  // Bookkeeping that nothing on screen reads.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #followers = new Set<(arrived: boolean) => void>();
  readonly #after: typeof pageClock.after;
  /** Calls off the pending change of the address. */
  #pending: (() => void) | undefined;

  constructor(addressBar: AddressBar, { after } = pageClock) {
    this.#addressBar = addressBar;
    this.#after = after;
    this.#route = parseRoute(addressBar.read());
  }

  get route(): Route {
    return this.#route;
  }
  get target(): RouteTarget {
    return this.#route.target;
  }

  /** @returns stops following the address */
  watch(): () => void {
    return this.#addressBar.listen(() => {
      this.#pending?.();
      this.#pending = undefined;
      this.#to(parseRoute(this.#addressBar.read()), true);
    });
  }

  /**
   * Tells of every step.
   *
   * @param follower told whether the person came here (by a link, Back, or a key), or it was only noted
   * @returns stops following
   */
  follow(follower: (arrived: boolean) => void): () => void {
    this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  /** The address of a target of the same connection, or of another one. */
  href(target: RouteTarget, connectionId: string | null = this.#route.connectionId): string {
    return formatRoute({ connectionId, target });
  }

  /** Goes somewhere, so that Back returns here. */
  go(target: RouteTarget, connectionId: string | null = this.#route.connectionId): void {
    this.#settle();
    this.#addressBar.push(formatRoute({ connectionId, target }));
    this.#to({ connectionId, target }, true);
  }

  /** Notes what changed at this target, without a step for Back. */
  note(target: RouteTarget, connectionId: string | null = this.#route.connectionId): void {
    this.#to({ connectionId, target }, false);
    this.#pending?.();
    this.#pending = this.#after(QUIET_MS, () => this.#settle());
  }

  #to(route: Route, arrived: boolean): void {
    this.#route = route;
    this.#followers.forEach((follower) => follower(arrived));
  }

  #settle(): void {
    if (this.#pending === undefined) return;
    this.#pending();
    this.#pending = undefined;
    this.#addressBar.replace(formatRoute(this.#route));
  }
}
