import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { KeyAudit } from '../../domain/keys/key-audit.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** The audit of all keys of the connection. */
export class KeyAuditState {
  readonly #bridge: Bridge;
  readonly #audit: Query<void, KeyAudit>;

  constructor({ bridge, connectionId }: ScreenPorts) {
    this.#bridge = bridge;
    this.#audit = new Query(() => bridge.ask('keys.audit', { connectionId }));
  }

  /** Null until it has arrived. */
  get audit(): KeyAudit | null {
    return this.#audit.current;
  }
  get failure(): Failure | null {
    return this.#audit.failure;
  }

  /** @returns stops watching */
  watch(): () => void {
    return this.#audit.watch(this.#bridge, ['keys.changed']);
  }

  async load(): Promise<void> {
    await this.#audit.ask();
  }
}
