import { SvelteMap } from 'svelte/reactivity';
import type { Channel, Output, Reply } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { SavedQuery, SavedView } from '../../domain/files/queries.ts';
import { inMirror } from '../../domain/keys/name-pattern.ts';
import type { NameSearch } from '../../domain/service/name-search.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { listenToAll, Query, throttle } from '../app/query.svelte.ts';
import type { FilesState } from '../files/files.svelte.ts';
import type { KeysState } from '../keys/keys.svelte.ts';

type Changing = Extract<Channel, `savedViews.${string}`>;

/** The saved views that have a key of their own (1-9); only these show a count. */
const COUNTED = 9;

/** The saved views of this person, in their order. */
export class SavedViewsState {
  readonly #ports: ScreenPorts;
  readonly #files: FilesState;
  readonly #keys: KeysState;
  readonly #views: Query<void, Output<'savedViews.list'>>;
  readonly #counts = new SvelteMap<string, number>();
  /** The reading of names by which keys were counted last; null before the first count. */
  #countedBy: NameSearch | null = null;
  #adding: { readonly name: string; readonly saved: Promise<boolean> } | null = null;
  #moves: Promise<void> = Promise.resolve();
  /** The open dialog: the name of a new view, or the list of all views. */
  open = $state<'naming' | 'list' | null>(null);

  /** The saved view whose query the list on screen answers; null when there is none. */
  readonly current = $derived.by(() => {
    const { about, query } = this.#question;
    const asked = inOrder(query);
    return this.views.find((view) => view.about === about && inOrder(view.query) === asked) ?? null;
  });

  constructor(ports: ScreenPorts, { files, keys }: { readonly files: FilesState; readonly keys: KeysState }) {
    this.#ports = ports;
    this.#files = files;
    this.#keys = keys;
    this.#views = new Query(() => ports.bridge.ask('savedViews.list', this.#of));
  }

  get views(): readonly SavedView[] {
    return this.#views.current?.views ?? [];
  }
  get failure(): Failure | null {
    return this.#views.failure;
  }
  /** The files or keys that a view finds; null while the core has not counted them. */
  countOf({ id }: SavedView): number | null {
    return this.#counts.get(id) ?? null;
  }

  /** @returns stops watching */
  watch(): () => void {
    const { bridge, app } = this.#ports;
    const load = throttle(() => this.#load());
    const count = throttle(() => this.#count());
    load();
    const stops = [
      bridge.listen('savedViews.changed', load),
      listenToAll(bridge, ['files.changed', 'keys.changed'], count),
      app.connections.follow(() => this.#nameSearch !== this.#countedBy && count()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  show(view: SavedView): void {
    this.open = null;
    if (view.about === 'keys') this.#keys.show(view.query);
    else this.#files.query.show(view.query);
  }

  /** @param key from 1; a key without a view does nothing */
  showAt(key: number): void {
    const view = this.views[key - 1];
    if (view !== undefined) this.show(view);
  }

  /** Saves the query of the list on screen; the same name meanwhile is a second press. @returns whether the core saved it */
  add(name: string): Promise<boolean> {
    if (this.#adding?.name === name) return this.#adding.saved;
    const saved = this.#add(name).finally(() => this.#adding?.saved === saved && (this.#adding = null));
    this.#adding = { name, saved };
    return saved;
  }

  async #add(name: string): Promise<boolean> {
    const question = this.#question;
    return await this.#change(() => this.#ports.bridge.ask('savedViews.add', { ...this.#of, name, ...question }));
  }

  rename({ id }: SavedView, name: string): Promise<boolean> {
    return this.#change(() => this.#ports.bridge.ask('savedViews.rename', { ...this.#of, id, name }));
  }

  async remove({ id }: SavedView): Promise<void> {
    await this.#change(() => this.#ports.bridge.ask('savedViews.remove', { ...this.#of, id }));
  }

  /** Moves a view one place up (-1) or down (1): each move begins in the order that the one before it left. */
  move({ id }: SavedView, by: 1 | -1): Promise<void> {
    this.#moves = this.#moves.then(() => this.#move(id, by));
    return this.#moves;
  }

  async #move(id: SavedView['id'], by: 1 | -1): Promise<void> {
    const at = this.views.findIndex((view) => view.id === id);
    const to = at + by;
    if (at < 0 || to < 0 || to >= this.views.length) return;
    await this.#change(() => this.#ports.bridge.ask('savedViews.move', { ...this.#of, id, to }));
    await this.#views.arrival;
  }

  get #question(): SavedQuery {
    const { target } = this.#ports.app.router;
    if (target.kind === 'keys') return { about: 'keys', query: this.#keys.query };
    return { about: 'files', query: $state.snapshot(this.#files.query.current) };
  }

  get #nameSearch(): NameSearch {
    const { app, connectionId } = this.#ports;
    return app.connections.nameSearchOf(connectionId);
  }

  get #of() {
    return { connectionId: this.#ports.connectionId };
  }

  async #load(): Promise<void> {
    if ((await this.#views.ask()) !== null) void this.#count();
  }

  async #change(ask: () => Promise<Reply<Changing>>): Promise<boolean> {
    const reply = await this.#views.act(ask);
    if (reply.ok) void this.#views.arrival.then(() => this.#count());
    return reply.ok;
  }

  // A view whose count fails shows none.
  async #count(): Promise<void> {
    this.#countedBy = this.#nameSearch;
    for (const view of this.views.slice(0, COUNTED)) {
      const found = await this.#countOf(view);
      if (found === null) this.#counts.delete(view.id);
      else this.#counts.set(view.id, found);
    }
  }

  async #countOf(view: SavedView): Promise<number | null> {
    const { bridge } = this.#ports;
    if (view.about === 'keys') {
      const query = inMirror(view.query, this.#nameSearch);
      const reply = await bridge.ask('keys.page', { ...this.#of, query, from: 0, to: 0 });
      return reply.ok ? reply.value.count : null;
    }
    const reply = await bridge.ask('files.count', { ...this.#of, query: view.query });
    return reply.ok ? reply.value.count : null;
  }
}

/** A query as text, with its members in alphabetical order. Whether names come first follows from the others. */
const inOrder = (query: SavedView['query']): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([member]) => member !== 'nameFirst')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
