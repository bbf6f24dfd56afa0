import type { Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Selection } from '../../domain/files/queries.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import type { FilesState } from '../files/files.svelte.ts';
import type { SelectionState } from '../files/selection.svelte.ts';

/** The stars that a person gives to files, which stay on this computer. */
export class StarsState {
  readonly #ports: ScreenPorts;
  readonly #files: FilesState;
  readonly #selection: SelectionState;
  readonly #toggling = new Action();
  #outcome = $state.raw<Output<'stars.toggle'> | null>(null);

  constructor(ports: ScreenPorts, { files, selection }: { files: FilesState; selection: SelectionState }) {
    this.#ports = ports;
    this.#files = files;
    this.#selection = selection;
  }

  /** What the last press did; null before the first, and after one that failed. */
  get outcome(): Output<'stars.toggle'> | null {
    return this.#outcome;
  }
  get failure(): Failure | null {
    return this.#toggling.failure;
  }

  dismiss(): void {
    this.#toggling.clear();
  }

  /** Stars the selected files, or the chosen one; takes the stars away where all of them have one. */
  async toggle(subject: 'selection' | 'row' = this.#selection.isEmpty ? 'row' : 'selection'): Promise<void> {
    const selection = subject === 'row' ? this.#chosen() : this.#selection.chosen;
    if (selection === null) return;
    const { bridge, connectionId } = this.#ports;
    const reply = await this.#toggling.runInTurn(() => bridge.ask('stars.toggle', { connectionId, selection }));
    this.#outcome = reply.ok ? reply.value : null;
  }

  #chosen(): Selection | null {
    const { chosen } = this.#files.query;
    return chosen === null ? null : { kind: 'keys', keys: [{ network: chosen.network, id: chosen.id }] };
  }
}
