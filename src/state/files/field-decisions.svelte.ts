import type { Failure } from '../../domain/core/failure.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import type { Field, FieldValue } from '../../domain/files/field.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** A conflict as the page shows it. */
type SeenConflict = { readonly field: Field; readonly server: FieldValue };

/** What a person decides about one waiting field of the chosen file. */
export class FieldDecisionsState {
  readonly #ports: ScreenPorts;
  readonly #deciding = new Action();
  #beingSent = $state.raw<Field | null>(null);

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  get failure(): Failure | null {
    return this.#deciding.failure;
  }
  /** The field whose change could not be taken back, because it may be on its way to the service. */
  get beingSent(): Field | null {
    return this.#beingSent;
  }

  /** Discards the waiting changes of one field; the other fields of the same edits go on waiting. */
  async undo(key: FileKey, field: Field): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const { subject } = this.#deciding;
    this.#beingSent = null;
    const reply = await this.#deciding.runBeside(() =>
      bridge.ask('changes.discardField', { connectionId, key, field }),
    );
    if (reply.ok && !reply.value.isDiscarded && subject === this.#deciding.subject) this.#beingSent = field;
  }

  /** Settles the conflict over one field. @param server the service's value that the person sees */
  async decide(key: FileKey, { field, server }: SeenConflict, side: 'mine' | 'server'): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const decisions = [{ field, choice: { kind: side }, server }];
    await this.#deciding.runBeside(() => bridge.ask('changes.decide', { connectionId, key, decisions }));
  }

  /** Forgets what was decided, before another file is shown. */
  forget(): void {
    this.#beingSent = null;
    this.#deciding.leave();
  }
}
