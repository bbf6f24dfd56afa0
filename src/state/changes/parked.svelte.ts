import type { ParkedGroup, Target } from '../../contract/changes.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** The edits that were made for another account, and a person's word about them. */
export class ParkedState {
  readonly #ports: ScreenPorts;
  readonly #groups: Query<void, readonly ParkedGroup[]>;
  readonly #action = new Action();

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#groups = new Query(() => bridge.ask('changes.parked', { connectionId }));
  }

  /** The largest group first; empty until they have arrived. */
  get groups(): readonly ParkedGroup[] {
    return this.#groups.current ?? [];
  }

  get failure(): Failure | null {
    return this.#action.failure;
  }

  /** Puts the failure of the last action away. */
  forgetFailure(): void {
    this.#action.clear();
  }

  get isActing(): boolean {
    return this.#action.isBusy;
  }

  /** @returns stops watching */
  watch(): () => void {
    return this.#groups.watch(this.#ports.bridge, ['changes.changed', 'connections.changed']);
  }

  /** Gives edits to the account that the connection has now, which sends them. */
  async adopt(target: Target | Pick<ParkedGroup, 'accountRef'>): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const whole = 'accountRef' in target ? { accountRef: target.accountRef } : target;
    await this.#action.run(() => bridge.ask('changes.adopt', { connectionId, target: whole }));
    await this.refresh();
  }

  /** Leaves the edits of a group parked, and asks no more. */
  async keep({ accountRef }: Pick<ParkedGroup, 'accountRef'>): Promise<void> {
    const { bridge, connectionId: id } = this.#ports;
    await this.#action.run(() => bridge.ask('connections.keepParked', { id, accountRef }));
    await this.refresh();
  }

  async refresh(): Promise<void> {
    await this.#groups.ask();
  }
}
