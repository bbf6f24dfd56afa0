import type { EditDetail } from '../../contract/changes.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** Explains the mark of the chosen file: its open edits with their stories, once a person asks for them. */
export class ExplanationState {
  readonly #edits: Query<FileKey, readonly EditDetail[]>;
  isOpen = $state(false);

  constructor({ bridge, connectionId }: ScreenPorts) {
    this.#edits = new Query((key) => bridge.ask('changes.ofFile', { connectionId, key }), 'forget');
  }

  /** Oldest first; null until they have arrived. */
  get edits(): readonly EditDetail[] | null {
    return this.#edits.current;
  }
  get failure(): Failure | null {
    return this.#edits.failure;
  }

  async load(key: FileKey): Promise<void> {
    await this.#edits.ask(key);
  }

  /** Forgets the edits of one file before another is chosen: nobody must take them for the other's. */
  forget(): void {
    this.#edits.clear();
  }
}
