import { isNoticed } from '../../domain/edits/replay.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** The replay of one connection: its progress while it runs, and afterwards what became of its files. */
export class ReplayState {
  readonly #ports: ScreenPorts;
  readonly #pausing = new Action();
  /** A replay that ended before this page was there is no news. */
  readonly #openedAtMs: number;
  /** The end of the latest replay that the person has closed. */
  #closedAtMs = $state(0);
  readonly #status = $derived.by(() => this.#ports.app.connections.summaryOf(this.#ports.connectionId)?.status);

  /** The replay under way; null while nothing is sent, and while few files are. */
  readonly running = $derived.by(() => {
    const current = this.#status?.work === 'push' ? this.#status.replay.current : null;
    return current !== null && isNoticed(current) ? current : null;
  });

  /** The replay that ended last, until the person closes it; null while another one runs. */
  readonly ended = $derived.by(() => {
    const ended = this.#status?.replay.ended ?? null;
    if (this.running !== null || ended === null) return null;
    return (ended.endedAtMs ?? 0) > Math.max(this.#openedAtMs, this.#closedAtMs) ? ended : null;
  });

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.#openedAtMs = ports.app.clock.nowMs;
  }

  /** Why the last pause was refused; null once one was taken. */
  get failure() {
    return this.#pausing.failure;
  }

  /** Sends nothing more until the person goes on. */
  async pause(): Promise<void> {
    const { bridge, connectionId: id } = this.#ports;
    await this.#pausing.runBeside(() => bridge.ask('connections.change', { id, paused: true }));
  }

  close(): void {
    this.#closedAtMs = this.ended?.endedAtMs ?? this.#closedAtMs;
  }
}
