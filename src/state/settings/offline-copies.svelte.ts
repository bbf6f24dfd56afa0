import type { OfflineCopy } from '../../contract/connections.ts';
import type { Bridge } from '../../contract/index.ts';
import type { Connection } from '../../domain/connections/connection.ts';
import type { CopiedParts } from '../../domain/connections/copied-parts.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { Action } from '../app/action.svelte.ts';
import type { ConnectionsState } from '../app/connections.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

type Copies = { readonly copies: readonly OfflineCopy[]; readonly sizeBytes: number };

/** What each connection has on this computer, and the making anew of one copy. */
export class OfflineCopiesState {
  readonly #bridge: Bridge;
  readonly #connections: ConnectionsState;
  readonly #copies: Query<void, Copies>;
  readonly #rebuilding = new Action();
  readonly #choosing = new Action();
  /** By connection the last choice whose answer, or the list of connections after it, has not come. */
  #wanted = $state.raw<Readonly<Record<string, CopiedParts | undefined>>>({});
  #asked = $state.raw<string | null>(null);
  /** The connection whose copy was taken anew last. */
  #rebuilt = $state.raw<string | null>(null);

  constructor({ bridge, app }: Pick<ScreenPorts, 'bridge' | 'app'>) {
    this.#bridge = bridge;
    this.#connections = app.connections;
    this.#copies = new Query(() => bridge.ask('connections.copies', null));
  }

  /** Null until it has arrived. */
  get all(): Copies | null {
    return this.#copies.current;
  }
  /** Why what each connection has is not known. */
  get failure(): Failure | null {
    return this.#copies.failure;
  }
  /** Why the last choice of what is copied was refused. */
  get choiceFailure(): Failure | null {
    return this.#choosing.failure;
  }
  /** Why the last copy was not taken anew; of its question while one is open, else of one that was left meanwhile. */
  get rebuildFailure(): Failure | null {
    return this.#asked === null || this.#asked === this.#rebuilt ? this.#rebuilding.failure : null;
  }
  /** The connection whose copy the person is asked about; null while no question is open. */
  get asked(): string | null {
    return this.#asked;
  }
  get isBusy(): boolean {
    return this.#rebuilding.isBusy;
  }

  /** @returns stops watching */
  watch(): () => void {
    return this.#copies.watch(this.#bridge, ['connections.changed', 'files.changed', 'status.changed']);
  }

  load(): Promise<unknown> {
    return this.#copies.ask();
  }

  /** What a connection copies: the choice that is under way, else the one that it came with. A further choice begins here. */
  partsOf({ id, copiedParts }: Pick<Connection, 'id' | 'copiedParts'>): CopiedParts {
    return this.#wanted[id] ?? copiedParts;
  }

  /** Chooses what a connection copies from now on. */
  async choose(id: string, copiedParts: CopiedParts): Promise<void> {
    this.#wanted = { ...this.#wanted, [id]: copiedParts };
    await this.#choosing.runInTurn(() => this.#bridge.ask('connections.chooseParts', { id, copiedParts }));
    await this.#connections.load();
    if (this.#wanted[id] === copiedParts) this.#wanted = { ...this.#wanted, [id]: undefined };
  }

  /** Asks the person whether to take a copy anew; null leaves the question. What was said of that copy is gone. */
  askAbout(id: string | null): void {
    if ([id, this.#asked].includes(this.#rebuilt)) this.#rebuilding.clear();
    this.#asked = id;
  }

  /** Takes the copy anew that the person was asked about. */
  async rebuild(): Promise<void> {
    const id = this.#asked;
    if (id === null) return;
    if (!this.isBusy) this.#rebuilt = id;
    const reply = await this.#rebuilding.run(() => this.#bridge.ask('connections.rebuildCopy', { id }));
    if (reply?.ok && this.#asked === id) this.#asked = null;
    await this.load();
  }
}
