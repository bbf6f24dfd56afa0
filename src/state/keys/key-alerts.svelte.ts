import type { Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { KeyAlert } from '../../domain/keys/key-alert.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** Keys that crossed a line, and which of them are still news. */
export class KeyAlertsState {
  readonly #ports: ScreenPorts;
  readonly #alerts: Query<void, Output<'keys.alerts'>>;
  /** Whether the list of all alerts is open. */
  isOpen = $state(false);
  readonly news = $derived.by(() => this.all.filter(({ dismissed }) => !dismissed));

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#alerts = new Query(() => bridge.ask('keys.alerts', { connectionId }));
  }

  /** Newest first. */
  get all(): readonly KeyAlert[] {
    return this.#alerts.current?.alerts ?? [];
  }
  get failure(): Failure | null {
    return this.#alerts.failure;
  }

  /** @returns stops watching */
  watch(): () => void {
    return this.#alerts.watch(this.#ports.bridge, ['keyAlerts.changed']);
  }

  async dismiss(): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const seen = this.news.map(({ keyId, kind, raisedAtMs }) => ({ keyId, kind, raisedAtMs }));
    await this.#alerts.act(() => bridge.ask('keys.dismissAlerts', { connectionId, seen }));
  }
}
