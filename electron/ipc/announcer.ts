import type { EventName } from '../../src/contract/index.ts';
import type { Clock } from '../sync/ports.ts';

/** At most this often per event: a copy of a million rows changes all the time, and a person reads twice a second. */
const APART_MS = 120;

/** Announces that something changed: the first time at once, then at most every so often, and never forgets the last. */
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
