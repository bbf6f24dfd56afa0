import type { EditDetail } from '../../contract/changes.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** Why the chosen file carries the mark it carries: its open edits with their stories, once a person asks for them. */
export class ExplanationState {
  readonly #ports: ScreenPorts;
  isOpen = $state(false);
  #edits = $state.raw<readonly EditDetail[] | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #latest = 0;

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  /** Oldest first; null until they have arrived. */
  get edits(): readonly EditDetail[] | null {
    return this.#edits;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  async load(key: FileKey): Promise<void> {
    const request = ++this.#latest;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('changes.ofFile', { connectionId, key });
    if (request !== this.#latest) return; // another file has been chosen
    this.#failure = reply.ok ? null : reply.failure;
    this.#edits = reply.ok ? reply.value : null;
  }

  /** Another file: what was told of the one before must not be taken for this one's. */
  forget(): void {
    this.#latest += 1;
    this.#edits = null;
    this.#failure = null;
  }
}
