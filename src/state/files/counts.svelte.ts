import type { ChangesTab } from '../../contract/changes.ts';
import type { FileCounts } from '../../contract/files.ts';
import type { KeyCounts } from '../../contract/keys.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { throttle } from '../app/throttle.ts';

export type ChangeCounts = Readonly<Record<ChangesTab | 'open', number>>;

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
    const files = throttle(() => this.#loadFiles());
    const keys = throttle(() => this.#loadKeys());
    const changes = throttle(() => this.#loadChanges());
    files();
    keys();
    changes();
    const stops = [
      bridge.listen('files.changed', files),
      bridge.listen('keys.changed', keys),
      bridge.listen('changes.changed', changes),
      // A check moves edits from waiting to needing a person.
      bridge.listen('status.changed', changes),
    ];
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
