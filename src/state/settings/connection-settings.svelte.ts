import type { Bridge, Input, Reply } from '../../contract/index.ts';
import { cleanToken, type Connection, moveOf } from '../../domain/connections/connection.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { Action } from '../app/action.svelte.ts';

type Settled = Reply<'connections.change' | 'connections.checkNow'>;
type Settings = Omit<Input<'connections.change'>, 'id'>;

/** An action about a connection that is under way. */
export type Doing = 'probing' | 'replacingToken' | 'signingOut';

/** Actions on one connection from Settings; its facts come with the list of connections. */
export class ConnectionSettingsState {
  readonly #bridge: Bridge;
  token = $state('');
  readonly #action = new Action();
  #doing = $state<Doing | null>(null);
  #signsOut = $state(false);
  #tokenReplaced = $state(false);

  readonly tokenFits = $derived(cleanToken(this.token) !== null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get doing(): Doing | null {
    return this.#signsOut ? 'signingOut' : this.#doing;
  }

  /** Why the core did not carry out the last action; null once it carried one out. */
  get failure(): Failure | null {
    return this.#action.failure;
  }

  get tokenReplaced(): boolean {
    return this.#tokenReplaced;
  }

  /** Forgets what was typed and said, before another connection is shown. */
  reset(): void {
    this.token = '';
    this.#action.leave();
    this.#doing = null;
    this.#signsOut = false;
    this.#tokenReplaced = false;
  }

  change(id: string, settings: Settings): Promise<boolean> {
    return this.#inTurn(() => this.#bridge.ask('connections.change', { id, ...settings }));
  }

  checkNow(id: string): Promise<boolean> {
    return this.#inTurn(() => this.#bridge.ask('connections.checkNow', { id }));
  }

  probeAgain(id: string): Promise<boolean> {
    return this.#once('probing', () => this.#bridge.ask('connections.probeAgain', { id }));
  }

  async replaceToken(id: string): Promise<boolean> {
    const typed = this.token;
    const token = cleanToken(typed);
    if (token === null) return false;
    const { subject } = this.#action;
    const done = await this.#once('replacingToken', () => this.#bridge.ask('connections.replaceToken', { id, token }));
    if (subject !== this.#action.subject) return done;
    if (done && this.token === typed) this.token = '';
    this.#tokenReplaced = done;
    return done;
  }

  /** Gives practice, which nobody has a token for, one of its own making, as each start does. */
  renewPractice(): Promise<boolean> {
    return this.#once('replacingToken', () => this.#bridge.ask('connections.addPractice', null));
  }

  /**
   * Waits for nothing else that is under way: a service that does not answer keeps nobody signed in.
   *
   * @returns null for a second press meanwhile, which does nothing
   */
  async signOut(id: string, wipeCopy: boolean): Promise<boolean | null> {
    if (this.#signsOut) return null;
    const { subject } = this.#action;
    this.#signsOut = true;
    this.#tokenReplaced = false;
    const reply = await this.#action.runBeside(() => this.#bridge.ask('connections.signOut', { id, wipeCopy }));
    if (subject === this.#action.subject) this.#signsOut = false;
    return reply.ok;
  }

  /** A second press meanwhile does nothing. */
  async #once(doing: Doing, ask: () => Promise<Settled>): Promise<boolean> {
    if (this.doing !== null) return false;
    const { subject } = this.#action;
    this.#doing = doing;
    const isDone = await this.#inTurn(ask);
    if (subject === this.#action.subject) this.#doing = null;
    return isDone;
  }

  async #inTurn(ask: () => Promise<Settled>): Promise<boolean> {
    this.#tokenReplaced = false;
    return (await this.#action.runInTurn(ask)).ok;
  }
}

/** Moves one connection to another base URL. A token typed for one host is never shown to, or sent to, another. */
export class ConnectionMoveState {
  readonly #bridge: Bridge;
  #baseUrl = $state('');
  token = $state('');
  readonly #moving = new Action();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }
  set baseUrl(typed: string) {
    if (originIn(typed) !== originIn(this.#baseUrl)) this.token = '';
    this.#baseUrl = typed;
    this.#moving.clear();
  }
  get busy(): boolean {
    return this.#moving.isBusy;
  }
  get failure(): Failure | null {
    return this.#moving.failure;
  }

  /** Begins at the present address of the connection. */
  reset(connection: Connection): void {
    this.#baseUrl = connection.baseUrl;
    this.token = '';
    this.#moving.leave();
  }

  /** The move of a connection to the typed address. */
  moveOf(connection: Connection): ReturnType<typeof moveOf> {
    return moveOf(connection, this.#baseUrl, true);
  }

  /** Whether the typed address is another one, and the token that it needs is here. */
  isReady(connection: Connection): boolean {
    const move = this.moveOf(connection);
    if (!move.ok || this.busy || move.value.baseUrl === connection.baseUrl) return false;
    return !move.value.isElsewhere || cleanToken(this.token) !== null;
  }

  async go(connection: Connection): Promise<void> {
    const move = this.moveOf(connection);
    if (!move.ok || !this.isReady(connection)) return;
    const { baseUrl, isElsewhere } = move.value;
    const token = isElsewhere ? cleanToken(this.token) : null;
    const input = { id: connection.id, baseUrl, token };
    const { subject } = this.#moving;
    const reply = await this.#moving.run(() => this.#bridge.ask('connections.move', input));
    if (reply?.ok && subject === this.#moving.subject) this.token = '';
  }
}

const originIn = (typed: string): string | null => (URL.canParse(typed.trim()) ? new URL(typed.trim()).origin : null);
