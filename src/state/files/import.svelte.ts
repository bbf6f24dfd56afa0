import type { ImportedLine } from '../../domain/files/file.ts';
import type { Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Network } from '../../domain/core/ids.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** Ids on their way into the copy of a service that cannot list its files. */
export class ImportState {
  readonly #ports: ScreenPorts;
  text = $state('');
  network = $state<Network>('public');
  #imported = $state.raw<Output<'files.import'> | null>(null);
  readonly #importing = new Action();

  readonly notFound = $derived.by(() => (this.lines ?? []).filter((line) => line.reason !== null));

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  /** Line by line what became of the last list; null before the first. */
  get lines(): readonly ImportedLine[] | null {
    return this.#imported?.lines ?? null;
  }
  get added(): number {
    return this.#imported?.added ?? 0;
  }
  get failure(): Failure | null {
    return this.#importing.failure;
  }
  get isBusy(): boolean {
    return this.#importing.isBusy;
  }

  /** The text stays when it fails, and so do the lines that were not found. */
  async bring(text: string = this.text): Promise<void> {
    if (text.trim() === '') return;
    const { bridge, connectionId } = this.#ports;
    const { network } = this;
    const reply = await this.#importing.run(() => bridge.ask('files.import', { connectionId, network, text }));
    if (!reply?.ok) return;
    this.#imported = reply.value;
    this.text = this.notFound.map((line) => line.text).join('\n');
  }
}
