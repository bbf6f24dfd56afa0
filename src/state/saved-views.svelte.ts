import { SvelteMap } from 'svelte/reactivity';
import type { Channel, Reply } from '../contract/index.ts';
import type { Failure } from '../domain/failure.ts';
import type { SavedView } from '../domain/saved-view.ts';
import type { FilesState } from './files.svelte.ts';
import type { ScreenPorts } from './ports.ts';
import { restful } from './restful.ts';

type Changing = Extract<Channel, `savedViews.${string}`>;

/** As many as have a key of their own, and are counted. */
const COUNTED = 9;

/** The questions this person gave a name to, in their order. */
export class SavedViewsState {
  readonly #ports: ScreenPorts;
  readonly #files: FilesState;
  #views = $state.raw<readonly SavedView[]>([]);
  #failure = $state.raw<Failure | null>(null);
  readonly #counts = new SvelteMap<string, number>();
  /** What is open: naming the present question, or the list of all views. */
  open = $state<'naming' | 'list' | null>(null);

  /** The one that asks what the list of files answers now; null when none does. */
  readonly current = $derived.by(() => {
    const asked = JSON.stringify(this.#files.query);
    return this.#views.find(({ query }) => JSON.stringify(query) === asked) ?? null;
  });

  constructor(ports: ScreenPorts, files: FilesState) {
    this.#ports = ports;
    this.#files = files;
  }

  get views(): readonly SavedView[] {
    return this.#views;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** How many files it finds; null when it was not counted. */
  countOf({ id }: SavedView): number | null {
    return this.#counts.get(id) ?? null;
  }

  /** @returns stops watching */
  watch(): () => void {
    const { bridge } = this.#ports;
    const load = restful(() => this.#load());
    const count = restful(() => this.#count());
    load();
    const stops = [bridge.listen('savedViews.changed', load), bridge.listen('files.changed', count)];
    return () => stops.forEach((stop) => stop());
  }

  show(view: SavedView): void {
    this.open = null;
    this.#files.show(view.query);
  }

  /** @param key from 1; without a view of that place nothing happens */
  showAt(key: number): void {
    const view = this.#views[key - 1];
    if (view !== undefined) this.show(view);
  }

  /** Saves what the list of files asks now. @returns whether it was saved */
  async add(name: string): Promise<boolean> {
    const query = $state.snapshot(this.#files.query);
    return this.#take(
      await this.#ports.bridge.ask('savedViews.add', {
        ...this.#of,
        name,
        query: { ...query, metadata: [...query.metadata] },
      }),
    );
  }

  async rename({ id }: SavedView, name: string): Promise<boolean> {
    return this.#take(await this.#ports.bridge.ask('savedViews.rename', { ...this.#of, id, name }));
  }

  async remove({ id }: SavedView): Promise<void> {
    this.#take(await this.#ports.bridge.ask('savedViews.remove', { ...this.#of, id }));
  }

  /** One place up, with -1, or down. */
  async move(view: SavedView, by: 1 | -1): Promise<void> {
    const to = this.#views.indexOf(view) + by;
    if (to < 0 || to >= this.#views.length) return;
    this.#take(await this.#ports.bridge.ask('savedViews.move', { ...this.#of, id: view.id, to }));
  }

  get #of() {
    return { connectionId: this.#ports.connectionId };
  }

  async #load(): Promise<void> {
    this.#take(await this.#ports.bridge.ask('savedViews.list', this.#of));
  }

  #take(reply: Reply<Changing>): boolean {
    this.#failure = reply.ok ? null : reply.failure;
    if (!reply.ok) return false;
    this.#views = reply.value.views;
    void this.#count();
    return true;
  }

  // A count that cannot be had is left out.
  async #count(): Promise<void> {
    for (const { id, query } of this.#views.slice(0, COUNTED)) {
      const reply = await this.#ports.bridge.ask('files.count', { ...this.#of, query });
      if (reply.ok && reply.value.count !== null) this.#counts.set(id, reply.value.count);
      else this.#counts.delete(id);
    }
  }
}
