import type { Bridge } from '../../contract/index.ts';
import type { CloseName } from '../../domain/files/close-words.ts';

type Ports = { readonly bridge: Bridge; readonly connectionId: string };

/** Words of names that are nearly the one that was searched for, while a search that found nothing is on screen. */
export class CloseNamesState {
  readonly #ports: Ports;
  readonly #uuid: () => string;
  #found = $state.raw<readonly CloseName[]>([]);
  /** The look on its way, or the last one. */
  #look: { readonly search: string; readonly ticket: string } | null = null;

  constructor(ports: Ports, uuid: () => string) {
    this.#ports = ports;
    this.#uuid = uuid;
  }

  /** The closest first. */
  get found(): readonly CloseName[] {
    return this.#found;
  }

  /** Looks for words close to a search. A failure offers none: the list has said all that it knows. */
  async look(search: string): Promise<void> {
    if (this.#look?.search === search) return;
    this.leave();
    const look = { search, ticket: this.#uuid() };
    this.#look = look;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('files.closeTo', { connectionId, search, ticket: look.ticket });
    if (this.#look === look && reply.ok) this.#found = reply.value.names;
  }

  /** Gives up: another search must not wait for this look. */
  leave(): void {
    const look = this.#look;
    this.#look = null;
    this.#found = [];
    if (look !== null) void this.#ports.bridge.ask('files.giveUp', { ticket: look.ticket });
  }
}
