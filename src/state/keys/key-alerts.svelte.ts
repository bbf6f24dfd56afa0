import type { Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { KeyAlert } from '../../domain/keys/key-alert.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { throttle } from '../app/throttle.ts';

/** Keys that crossed a line, and which of them are still news. */
export class KeyAlertsState {
  readonly #ports: ScreenPorts;
  #alerts = $state.raw<readonly KeyAlert[]>([]);
  #failure = $state.raw<Failure | null>(null);
  /** Whether the list of all alerts is open. */
  isOpen = $state(false);
  readonly news = $derived(this.#alerts.filter(({ dismissed }) => !dismissed));

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  /** Newest first. */
  get all(): readonly KeyAlert[] {
    return this.#alerts;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  /** @returns stops watching */
  watch(): () => void {
    const load = throttle(() => this.#ask('keys.alerts'));
    load();
    return this.#ports.bridge.listen('keyAlerts.changed', load);
  }

  async dismiss(): Promise<void> {
    await this.#ask('keys.dismissAlerts');
  }

  async #ask(name: 'keys.alerts' | 'keys.dismissAlerts'): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask(name, { connectionId });
    if (reply.ok) this.#take(reply.value);
    this.#failure = reply.ok ? null : reply.failure;
  }

  #take({ alerts }: Output<'keys.alerts'>): void {
    this.#alerts = alerts;
  }
}
