import type { Bridge } from '../../contract/index.ts';
import { cleanToken, type Connection, moveOf } from '../../domain/connections/connection.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { Action } from '../app/action.svelte.ts';

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
    if (hostOf(typed) !== hostOf(this.#baseUrl)) this.token = '';
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
    this.#moving.clear();
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
    const reply = await this.#moving.run(() => this.#bridge.ask('connections.move', input));
    if (reply?.ok) this.token = '';
  }
}

const hostOf = (typed: string): string | null => (URL.canParse(typed.trim()) ? new URL(typed.trim()).origin : null);
