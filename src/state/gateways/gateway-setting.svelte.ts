import type { ConnectionGateway } from '../../domain/connections/connection.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { ConnectionId } from '../../domain/core/ids.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** The gateway of one connection, as it is typed and set. */
export class GatewaySettingState {
  readonly #bridge: ScreenPorts['bridge'];
  readonly #choosing = new Action();
  typed = $state('');

  constructor({ bridge }: Pick<ScreenPorts, 'bridge'>) {
    this.#bridge = bridge;
  }

  get failure(): Failure | null {
    return this.#choosing.failure;
  }

  /** Begins at what is set for another connection. */
  reset(gateway: ConnectionGateway | null): void {
    this.typed = gateway?.address ?? '';
    this.#choosing.leave();
  }

  /** Sets the gateway of a connection; null for none. */
  async choose(connectionId: ConnectionId, gateway: ConnectionGateway | null): Promise<void> {
    const { subject } = this.#choosing;
    const { typed } = this;
    const reply = await this.#choosing.runInTurn(() => this.#bridge.ask('gateways.choose', { connectionId, gateway }));
    // Pictures are chosen for the gateway that is set, and an address that is being typed is another.
    const isTyped = (gateway === null || gateway.address === typed) && this.typed === typed;
    if (reply.ok && isTyped && subject === this.#choosing.subject) this.typed = reply.value.gateway?.address ?? '';
  }
}
