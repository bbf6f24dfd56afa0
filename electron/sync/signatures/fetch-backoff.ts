import { backoffDelayMs } from '../../../src/domain/service/schedule.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { Random, Clock } from '../ports.ts';

type Pause = { readonly retryAtMs: number; readonly cancel: () => void };
type FetchBackoffPorts = { readonly clock: Clock; readonly random: Random };

/** Pauses the fetching of each connection after failures, longer with every failure in a row. */
export class FetchBackoff {
  readonly #ports: FetchBackoffPorts;
  readonly #goOn: (id: ConnectionId) => void;
  readonly #pauses = new Map<ConnectionId, Pause>();
  readonly #failures = new Map<ConnectionId, number>();

  /** @param goOn called when a pause is over */
  constructor(ports: FetchBackoffPorts, goOn: (id: ConnectionId) => void) {
    this.#ports = ports;
    this.#goOn = goOn;
  }

  has(id: ConnectionId): boolean {
    return this.#pauses.has(id);
  }

  /** @returns the end of the pause in milliseconds since 1970; null without one */
  endsAtMs(id: ConnectionId): number | null {
    return this.#pauses.get(id)?.retryAtMs ?? null;
  }

  owners(): Iterable<ConnectionId> {
    return this.#pauses.keys();
  }

  succeeded(id: ConnectionId): void {
    this.#failures.delete(id);
  }

  /** Counts a failure, unless it came together with one that began a pause. @returns the failures in a row, this one included */
  failed(id: ConnectionId): number {
    const before = this.#failures.get(id) ?? 0;
    const inARow = this.#pauses.has(id) ? before : before + 1;
    this.#failures.set(id, inARow);
    return inARow;
  }

  /** Begins a pause, unless there is one. @param delayMs named by the service; null for back-off by the failures counted */
  begin(id: ConnectionId, delayMs: number | null): void {
    if (this.#pauses.has(id)) return;
    const { clock, random } = this.#ports;
    const attempt = this.#failures.get(id) ?? 1;
    const retryAtMs = clock.nowMs() + (delayMs ?? backoffDelayMs(attempt, random.next()));
    this.#pauses.set(id, { retryAtMs, cancel: clock.wakeAt(retryAtMs, () => this.#goOn(id)) });
  }

  end(id: ConnectionId): void {
    this.#pauses.get(id)?.cancel();
    this.#pauses.delete(id);
  }
}
