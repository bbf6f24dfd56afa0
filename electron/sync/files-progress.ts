import type { SyncPorts } from './ports.ts';

/** How far a look at every file has come, over both networks. */
export class FilesProgress {
  readonly #ports: Pick<SyncPorts, 'progress' | 'clock'>;
  readonly #startedAtMs: number;
  /** As many as the last time, about; null when there was no last time. */
  readonly #total: number | null;
  #done = 0;
  #read = 0;

  constructor(ports: Pick<SyncPorts, 'progress' | 'clock' | 'files' | 'connection'>) {
    const { files, connection, clock } = ports;
    const { id } = connection();
    this.#ports = ports;
    this.#startedAtMs = clock.nowMs();
    this.#total = files.fullCheckAtMs(id) === null ? null : files.count(id);
  }

  /** Rows that were read before a stop. */
  goneOver(rows: number): void {
    this.#done += rows;
  }

  read(rows: number): void {
    this.#done += rows;
    this.#read += rows;
    const seconds = (this.#ports.clock.nowMs() - this.#startedAtMs) / 1_000;
    const perSecond = seconds > 0 ? this.#read / seconds : null;
    this.#ports.progress({ kind: 'files', done: this.#done, total: this.#total, perSecond });
  }
}
