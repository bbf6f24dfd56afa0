import type { ConnectionSummary } from '../../contract/connections.ts';
import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { RouterState } from './router.svelte.ts';

/** The accounts this profile knows, how each stands with its service, and which one is on screen. */
export class ConnectionsState {
  readonly #bridge: Bridge;
  readonly #router: RouterState;
  #all = $state.raw<readonly ConnectionSummary[]>([]);
  #failure = $state.raw<Failure | null>(null);
  #answered = $state(false);
  #latest = 0;
  #loading: Promise<void> = Promise.resolve();

  /** The one the address names, else the first; null when there is none. */
  readonly current = $derived.by(() => {
    const named = this.#router.route.connectionId;
    return this.#all.find(({ connection }) => connection.id === named) ?? this.#all[0] ?? null;
  });
  readonly isEmpty = $derived.by(() => this.#answered && this.#failure === null && this.#all.length === 0);

  constructor(bridge: Bridge, router: RouterState) {
    this.#bridge = bridge;
    this.#router = router;
  }

  get all(): readonly ConnectionSummary[] {
    return this.#all;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** The first answer has come. */
  get answered(): boolean {
    return this.#answered;
  }

  /** @returns stops watching */
  watch(): () => void {
    void this.load();
    const stops = (['connections.changed', 'status.changed'] as const).map((name) =>
      this.#bridge.listen(name, () => void this.load()),
    );
    return () => stops.forEach((stop) => stop());
  }

  /** Ends with an answer that is no older than the call: one that was overtaken by a later question waits for that. */
  load(): Promise<void> {
    this.#loading = this.#load(++this.#latest);
    return this.#loading;
  }

  async #load(request: number): Promise<void> {
    const reply = await this.#bridge.ask('connections.list', null);
    if (request !== this.#latest) return await this.#loading;
    this.#answered = true;
    this.#failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.#all = reply.value;
  }

  /** Also "Try now"; never un-pauses. */
  async checkNow(): Promise<void> {
    if (this.current === null) return;
    const reply = await this.#bridge.ask('connections.checkNow', { id: this.current.connection.id });
    if (!reply.ok) this.#failure = reply.failure;
    await this.load();
  }
}
