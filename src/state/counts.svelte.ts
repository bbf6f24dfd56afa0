import type { ChangesTab } from '../contract/changes.ts';
import type { FileCounts } from '../contract/files.ts';
import type { KeyCounts } from '../contract/keys.ts';
import type { ScreenPorts } from './ports.ts';

export type ChangeCounts = Readonly<Record<ChangesTab, number>>;

/** How many of everything there are, for the navigation; null until the first answer. */
export class CountsState {
  readonly #ports: ScreenPorts;
  #files = $state.raw<FileCounts | null>(null);
  #keys = $state.raw<KeyCounts | null>(null);
  #changes = $state.raw<ChangeCounts | null>(null);

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  get files(): FileCounts | null {
    return this.#files;
  }
  get keys(): KeyCounts | null {
    return this.#keys;
  }
  get changes(): ChangeCounts | null {
    return this.#changes;
  }

  /** @returns stops watching */
  watch(): () => void {
    const { bridge } = this.#ports;
    const stops = [
      bridge.listen('files.changed', () => void this.#loadFiles()),
      bridge.listen('keys.changed', () => void this.#loadKeys()),
      bridge.listen('changes.changed', () => void this.#loadChanges()),
    ];
    void this.#loadFiles();
    void this.#loadKeys();
    void this.#loadChanges();
    return () => stops.forEach((stop) => stop());
  }

  // Counts are kept as they were when a question fails: the screens say what is wrong.
  async #loadFiles(): Promise<void> {
    const reply = await this.#ports.bridge.ask('files.counts', { connectionId: this.#ports.connectionId });
    if (reply.ok) this.#files = reply.value;
  }

  async #loadKeys(): Promise<void> {
    const reply = await this.#ports.bridge.ask('keys.counts', { connectionId: this.#ports.connectionId });
    if (reply.ok) this.#keys = reply.value;
  }

  async #loadChanges(): Promise<void> {
    const reply = await this.#ports.bridge.ask('changes.counts', { connectionId: this.#ports.connectionId });
    if (reply.ok) this.#changes = reply.value;
  }
}
