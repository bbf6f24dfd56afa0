import { DAY_MS } from '../../domain/core/durations.ts';
import type { UsedKey } from '../../domain/keys/key-usage.ts';
import type { Reply } from '../../contract/index.ts';
import { ok } from '../../domain/core/result.ts';
import type { Connection } from '../../domain/connections/connection.ts';
import { ALERT_SHARE } from '../../domain/keys/key-alert.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** The API key of this connection's token. The token names the key, and the mirror has its record. */
export class TokenKeyState {
  readonly #ports: ScreenPorts;
  readonly #held: Query<void, UsedKey | null>;
  /** The value that was asked for last. */
  #asked: string | null = null;

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.#held = new Query(() => this.#ask());
  }

  get #connection(): Connection | null {
    const { app, connectionId } = this.#ports;
    return app.connections.summaryOf(connectionId)?.connection ?? null;
  }

  /** The key's public value; null when the token does not name one. */
  get value(): string | null {
    return this.#connection?.tokenKey ?? null;
  }

  /** The key's record in the mirror; null when the mirror has none. */
  get held(): UsedKey | null {
    const held = this.#held.current;
    return held?.key.key === this.value ? held : null;
  }

  /** The key's nearness to its end: `over` when the service refuses it; null when nothing is wrong. */
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

  /** Asks again also when the token names another key, as one that replaces it does. @returns stops watching */
  watch(): () => void {
    const { bridge, app } = this.#ports;
    const stops = [
      this.#held.watch(bridge, ['keys.changed']),
      app.connections.follow(() => this.value !== this.#asked && void this.#held.ask()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async #ask(): Promise<Reply<'keys.byValue'>> {
    const { bridge, connectionId } = this.#ports;
    const { value } = this;
    this.#asked = value;
    return value === null ? ok(null) : await bridge.ask('keys.byValue', { connectionId, value });
  }
}
