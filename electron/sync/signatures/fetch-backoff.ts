import { backoffDelayMs } from '../../../src/domain/service/backoff.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { Random, Clock } from '../ports.ts';

type Pause = { readonly retryAtMs: number; readonly cancel: () => void };
type PausePorts = { readonly clock: Clock; readonly chance: Random };

/** How long the fetching of each connection waits before it tries again: longer with every failure in a row. */
export class FetchBackoff {
  readonly #ports: PausePorts;
  readonly #goOn: (id: ConnectionId) => void;
  readonly #pauses = new Map<ConnectionId, Pause>();
  readonly #failures = new Map<ConnectionId, number>();

  /** @param goOn called when a pause is over */
  constructor(ports: PausePorts, goOn: (id: ConnectionId) => void) {
    this.#ports = ports;
    this.#goOn = goOn;
  }

  has(id: ConnectionId): boolean {
    return this.#pauses.has(id);
  }

  /** @returns null when nothing waits */
  endsAtMs(id: ConnectionId): number | null {
    return this.#pauses.get(id)?.retryAtMs ?? null;
  }

  owners(): Iterable<ConnectionId> {
    return this.#pauses.keys();
  }

  succeeded(id: ConnectionId): void {
    this.#failures.delete(id);
  }

  /** @returns how many failures there were in a row */
  failed(id: ConnectionId): number {
    const inARow = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, inARow);
    return inARow;
  }

  /** @param delayMs as the service asked; null for as long as the failures make it */
  begin(id: ConnectionId, delayMs: number | null): void {
    if (this.#pauses.has(id)) return;
    const { clock, chance } = this.#ports;
    const attempt = this.failed(id);
    const retryAtMs = clock.nowMs() + (delayMs ?? backoffDelayMs(attempt, chance.random()));
    this.#pauses.set(id, { retryAtMs, cancel: clock.wakeAt(retryAtMs, () => this.#goOn(id)) });
  }

  end(id: ConnectionId): void {
    this.#pauses.get(id)?.cancel();
    this.#pauses.delete(id);
  }
}
