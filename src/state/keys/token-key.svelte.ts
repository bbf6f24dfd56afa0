import type { UsedKey } from '../../contract/keys.ts';
import type { Reply } from '../../contract/index.ts';
import { ok } from '../../domain/core/result.ts';
import type { Connection } from '../../domain/connections/connection.ts';
import { ALERT_SHARE } from '../../domain/keys/key-alert.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

const DAY_MS = 86_400_000;

/** The key that this connection's own token belongs to: told by the token, looked up in the copy, asked of nobody. */
export class TokenKeyState {
  readonly #ports: ScreenPorts;
  readonly #held: Query<void, UsedKey | null>;

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.#held = new Query(() => this.#ask());
  }

  get #connection(): Connection | null {
    const all = this.#ports.app.connections.all;
    return all.find(({ connection }) => connection.id === this.#ports.connectionId)?.connection ?? null;
  }

  /** Its public value; null when the token does not say. */
  get value(): string | null {
    return this.#connection?.tokenKey ?? null;
  }

  /** As the copy holds it; null when it does not. */
  get held(): UsedKey | null {
    const held = this.#held.current;
    return held?.key.key === this.value ? held : null;
  }

  /** How close its end is: `over` when the service says it can no longer be used; null when nothing is wrong. */
  warning(nowMs: number): 'over' | 'nearEnd' | null {
    const held = this.held;
    if (held === null) return null;
    if (held.condition === 'revoked' || held.condition === 'exhausted') return 'over';
    if (held.limit === null) return null;
    const isMostlyUsed = (held.key.uses ?? 0) / held.limit >= ALERT_SHARE;
    const horizonMs = this.#ports.app.preferences.keyAlertDays * DAY_MS;
    const isEnding = held.forecast.kind === 'runsOut' && held.forecast.aboutMs - nowMs <= horizonMs;
    return isMostlyUsed || isEnding ? 'nearEnd' : null;
  }

  /** Asks again also when a connection changed: a replaced token belongs to another key. @returns stops watching */
  watch(): () => void {
    return this.#held.watch(this.#ports.bridge, ['keys.changed', 'connections.changed']);
  }

  async #ask(): Promise<Reply<'keys.byValue'>> {
    const { bridge, connectionId } = this.#ports;
    const { value } = this;
    return value === null ? ok(null) : await bridge.ask('keys.byValue', { connectionId, value });
  }
}
