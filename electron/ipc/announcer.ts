import type { EventName } from '../../src/contract/index.ts';
import type { Clock } from '../sync/ports.ts';

/** The time between two announcements of one event: a pull changes rows all the time, a person reads twice a second. */
const APART_MS = 120;

/** Limits the rate of announcements: the first goes out at once, later ones merge, and the last always goes out. */
export class Announcer {
  readonly #clock: Clock;
  readonly #send: (name: EventName) => void;
  readonly #resting = new Map<EventName, { again: boolean }>();

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
    this.#send(name);
    this.#rest(name);
  }

  #rest(name: EventName): void {
    const rest = { again: false };
    this.#resting.set(name, rest);
    this.#clock.wakeAt(this.#clock.nowMs() + APART_MS, () => {
      this.#resting.delete(name);
      if (rest.again) this.announce(name);
    });
  }
}
