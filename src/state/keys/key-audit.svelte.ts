import type { Failure } from '../../domain/core/failure.ts';
import type { KeyAudit } from '../../domain/keys/key-audit.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { throttle } from '../app/throttle.ts';

/** What all keys of the connection amount to. */
export class KeyAuditState {
  readonly #ports: ScreenPorts;
  #audit = $state.raw<KeyAudit | null>(null);
  #failure = $state.raw<Failure | null>(null);

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  /** null until it has arrived */
  get audit(): KeyAudit | null {
    return this.#audit;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  /** @returns stops watching */
  watch(): () => void {
    const load = throttle(() => this.load());
    load();
    return this.#ports.bridge.listen('keys.changed', load);
  }

  async load(): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('keys.audit', { connectionId });
    if (reply.ok) this.#audit = reply.value;
    this.#failure = reply.ok ? null : reply.failure;
  }
}
