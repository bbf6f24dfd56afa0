import type { EventName } from '../../src/contract/index.ts';
import type { Clock } from '../sync/ports.ts';

/** The time between two announcements of one event: a pull changes rows all the time, a person reads twice a second. */
const APART_MS = 120;

type Rest = {
  /** Whether the event was announced again since it was sent. */
  again: boolean;
};

/**
 * Limits the rate of announcements: the first goes out at once, later ones merge, and the last always goes out.
 *
 * "At once" is the end of the present work: who hears of a change asks about it from another thread, and an announcement
 * made within a transaction would overtake its commit.
 */
export class Announcer {
  readonly #clock: Clock;
  readonly #send: (name: EventName) => void;
  readonly #resting = new Map<EventName, Rest>();

  constructor(clock: Clock, send: (name: EventName) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  announce(name: EventName): void {
    const resting = this.#resting.get(name);
    if (resting !== undefined) {
      resting.again = true;
      return;
    }
    const rest: Rest = { again: false };
    this.#resting.set(name, rest);
    queueMicrotask(() => {
      rest.again = false;
      this.#send(name);
      this.#rest(name, rest);
    });
  }

  #rest(name: EventName, rest: Rest): void {
    this.#clock.wakeAt(this.#clock.nowMs() + APART_MS, () => {
      this.#resting.delete(name);
      if (rest.again) this.announce(name);
    });
  }
}
