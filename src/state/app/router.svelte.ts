import { pageClock } from './clock.svelte.ts';
import { allSettings, formatRoute, parseRoute, type FilesTarget, type RouteTarget, type Route } from './route.ts';

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

/** The route on screen. The address follows the route, and the route follows the address. */
export class RouterState {
  readonly #addressBar: AddressBar;
  /** The address as the router last read or wrote it. */
  #address: string;
  #route = $state.raw<Route>({ connectionId: null, target: allSettings });
  /** The order of the latest list of files; null is the usual one. */
  #sort = $state.raw<FilesTarget['sort']>(null);
  // Bookkeeping: no view reads it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #followers = new Set<(arrived: boolean) => void>();
  readonly #after: typeof pageClock.after;
  /** Calls off the pending change of the address. */
  #pending: (() => void) | undefined;

  constructor(addressBar: AddressBar, { after } = pageClock) {
    this.#addressBar = addressBar;
    this.#address = addressBar.read();
    this.#after = after;
    this.#to(parseRoute(this.#address), true);
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
      this.#address = this.#addressBar.read();
      this.#to(parseRoute(this.#address), true);
    });
  }

  /**
   * Calls the follower at every step.
   *
   * @param follower its argument: whether the person went there (by a link, Back, or a key) or the step was only noted
   * @returns stops following
   */
  follow(follower: (arrived: boolean) => void): () => void {
    this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  /** The address of a target of the same connection, or of another one. */
  href(target: RouteTarget, connectionId: string | null = this.#route.connectionId): string {
    return formatRoute({ connectionId, target: this.#inOrder(target) });
  }

  /** Goes to a target, so that Back returns here. */
  go(target: RouteTarget, connectionId: string | null = this.#route.connectionId): void {
    this.#settle();
    const route = { connectionId, target: this.#inOrder(target) };
    this.#addressBar.push(formatRoute(route));
    this.#address = this.#addressBar.read();
    this.#to(route, true);
  }

  /**
   * Notes a change of the present target, without a step for Back. The step of a screen that the person has left
   * meanwhile is dropped: the row that it waited for came too late.
   *
   * @param from the connection of that screen
   */
  note(target: RouteTarget, from: string | null = this.#route.connectionId): void {
    if (target.kind === this.target.kind && this.isOn(from)) this.#noted({ ...this.#route, target });
  }

  /**
   * Notes the connection on screen, where the address names none or one that is gone.
   *
   * @param arrived whether the person has just come by such an address: its target is then that of the connection on screen
   */
  noteConnection(connectionId: string, arrived = false): void {
    if (this.#route.connectionId !== connectionId) this.#noted({ ...this.#route, connectionId }, arrived);
  }

  /** Whether the address leads to a connection; one that names none leads to whichever is on screen. */
  isOn(connectionId: string | null): boolean {
    return this.#route.connectionId === null || this.#route.connectionId === connectionId;
  }

  #noted(route: Route, arrived = false): void {
    this.#to(route, arrived);
    this.#pending?.();
    this.#pending = this.#after(QUIET_MS, () => this.#settle());
  }

  /** A link to files that names no order keeps the present one: an order is chosen for a day, filters for a look. */
  #inOrder(target: RouteTarget): RouteTarget {
    return target.kind === 'files' && target.sort === null ? { ...target, sort: this.#sort } : target;
  }

  #to(route: Route, arrived: boolean): void {
    this.#route = route;
    if (route.target.kind === 'files') this.#sort = route.target.sort;
    this.#followers.forEach((follower) => follower(arrived));
  }

  #settle(): void {
    if (this.#pending === undefined) return;
    this.#pending();
    this.#pending = undefined;
    // A link has changed it and is told in a moment: the person has left the screen of the note.
    if (this.#addressBar.read() !== this.#address) return;
    this.#addressBar.replace(formatRoute(this.#route));
    this.#address = this.#addressBar.read();
  }
}
