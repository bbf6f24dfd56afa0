import type { Failure } from '../../domain/core/failure.ts';
import type { GroupName } from '../../domain/files/group-names.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** The names that a person gives to groups, of which the service tells the ids alone. */
export class GroupNamesState {
  readonly #ports: ScreenPorts;
  readonly #names: Query<void, readonly GroupName[]>;
  readonly #keeping = new Action();
  readonly #byGroup = $derived.by(() => Map.groupBy(this.#names.current ?? [], ({ group }) => group));

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#names = new Query(() => bridge.ask('groupNames.list', { connectionId }));
  }

  /** Why the last name was not kept; null once one was. */
  get failure(): Failure | null {
    return this.#keeping.failure;
  }
  get isKeeping(): boolean {
    return this.#keeping.isBusy;
  }

  /** Null for a group without a name. */
  given(group: string): string | null {
    return this.#byGroup.get(group)?.[0]?.name ?? null;
  }

  /** What stands for a group on the screen: its name, else its id. */
  shown = (group: string): string => this.given(group) ?? group;

  /** @returns stops watching */
  watch(): () => void {
    return this.#names.watch(this.#ports.bridge, ['groupNames.changed']);
  }

  /** @param name empty to take the name away */
  async keep(group: string, name: string): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const reply = await this.#keeping.run(() => bridge.ask('groupNames.put', { connectionId, group, name }));
    if (reply?.ok === true) await this.#names.ask();
  }

  dismiss(): void {
    this.#keeping.clear();
  }
}
