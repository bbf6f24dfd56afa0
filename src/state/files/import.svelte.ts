import type { ImportedLine } from '../../contract/files.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Network } from '../../domain/core/ids.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** Ids on their way into the copy of a service that cannot list its files. */
export class ImportState {
  readonly #ports: ScreenPorts;
  text = $state('');
  network = $state<Network>('public');
  #lines = $state.raw<readonly ImportedLine[] | null>(null);
  #added = $state(0);
  #failure = $state.raw<Failure | null>(null);
  #isBusy = $state(false);

  readonly notFound = $derived.by(() => (this.#lines ?? []).filter((line) => line.reason !== null));

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  /** Line by line what became of the last list; null before the first. */
  get lines(): readonly ImportedLine[] | null {
    return this.#lines;
  }
  get added(): number {
    return this.#added;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** The text stays when it fails, and so do the lines that were not found. */
  async bring(text: string = this.text): Promise<void> {
    if (this.#isBusy || text.trim() === '') return;
    this.#isBusy = true;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('files.import', { connectionId, network: this.network, text });
    this.#isBusy = false;
    this.#failure = reply.ok ? null : reply.failure;
    if (!reply.ok) return;
    this.#lines = reply.value.lines;
    this.#added = reply.value.added;
    this.text = this.notFound.map((line) => line.text).join('\n');
  }
}
