import type { Bridge } from '../../contract/index.ts';
import { cleanToken, type Connection, moveOf } from '../../domain/connections/connection.ts';
import type { Failure } from '../../domain/core/failure.ts';

/** Taking one connection to another base URL. A token typed for one host is never shown to, or sent to, another. */
export class ConnectionMoveState {
  readonly #bridge: Bridge;
  #baseUrl = $state('');
  token = $state('');
  #busy = $state(false);
  #failure = $state.raw<Failure | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }
  set baseUrl(typed: string) {
    if (hostOf(typed) !== hostOf(this.#baseUrl)) this.token = '';
    this.#baseUrl = typed;
    this.#failure = null;
  }
  get busy(): boolean {
    return this.#busy;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Begins at the address as it is. */
  reset(connection: Connection): void {
    this.#baseUrl = connection.baseUrl;
    this.token = '';
    this.#failure = null;
  }

  /** What the typed address would mean for a connection. */
  moveOf(connection: Connection): ReturnType<typeof moveOf> {
    return moveOf(connection, this.#baseUrl, true);
  }

  /** Whether there is anything to do, and everything for it. */
  isReady(connection: Connection): boolean {
    const move = this.moveOf(connection);
    if (!move.ok || this.#busy || move.value.baseUrl === connection.baseUrl) return false;
    return !move.value.isElsewhere || cleanToken(this.token) !== null;
  }

  async go(connection: Connection): Promise<void> {
    const move = this.moveOf(connection);
    if (!move.ok || !this.isReady(connection)) return;
    const { baseUrl, isElsewhere } = move.value;
    this.#busy = true;
    const token = isElsewhere ? cleanToken(this.token) : null;
    const reply = await this.#bridge.ask('connections.move', { id: connection.id, baseUrl, token });
    this.#busy = false;
    this.#failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.token = '';
  }
}

const hostOf = (typed: string): string | null => (URL.canParse(typed.trim()) ? new URL(typed.trim()).origin : null);
