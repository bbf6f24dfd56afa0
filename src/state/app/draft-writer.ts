import { pageClock } from './clock.svelte.ts';

/** A pause in the typing after which it is written. */
const WRITE_AFTER_MS = 500;
/** Typing without a pause is written this often. */
const WRITE_EVERY_MS = 2_000;
/** A write that failed is tried again after this time. */
const AGAIN_AFTER_MS = 5_000;

/** @returns whether it is done; what is not done is tried again */
type Write = () => Promise<boolean>;

type Waiting = { readonly write: Write; readonly sinceMs: number; readonly callOff: () => void };

const never = (): void => undefined;

/** Writes drafts a little after they were typed: of each draft the last state alone, and never one write for each key. */
export class DraftWriter {
  readonly #clock: Pick<typeof pageClock, 'after' | 'steadyMs'>;
  readonly #waiting = new Map<string, Waiting>();
  /** The write of each draft that began last, until it ends. */
  readonly #begun = new Map<string, Write>();
  /** Drafts that are being saved: the edit takes their place, or fails and they are written after all. */
  readonly #held = new Set<string>();

  constructor(clock: Pick<typeof pageClock, 'after' | 'steadyMs'> = pageClock) {
    this.#clock = clock;
  }

  /** Writes a draft after a pause, in place of what waits under the same name. */
  soon(name: string, write: Write): void {
    const sinceMs = this.#waiting.get(name)?.sinceMs ?? this.#clock.steadyMs();
    const latestMs = sinceMs + WRITE_EVERY_MS - this.#clock.steadyMs();
    this.#wait(name, { write, sinceMs }, Math.max(0, Math.min(WRITE_AFTER_MS, latestMs)));
  }

  /** Writes nothing of a draft until `release`. */
  hold(name: string): void {
    this.#held.add(name);
    this.#waiting.get(name)?.callOff();
  }

  release(name: string): void {
    this.#held.delete(name);
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) this.#wait(name, waiting, WRITE_AFTER_MS);
  }

  forget(name: string): void {
    this.#waiting.get(name)?.callOff();
    this.#waiting.delete(name);
  }

  /** Writes everything that waits now: the page may be about to end. */
  flush(): void {
    for (const name of [...this.#waiting.keys()]) if (!this.#held.has(name)) void this.#write(name);
  }

  #wait(name: string, { write, sinceMs }: Omit<Waiting, 'callOff'>, waitMs: number): void {
    this.#waiting.get(name)?.callOff();
    const isHeld = this.#held.has(name);
    const callOff = isHeld ? never : this.#clock.after(waitMs, () => void this.#write(name));
    this.#waiting.set(name, { write, sinceMs, callOff });
  }

  async #write(name: string): Promise<void> {
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) return;
    const { write } = waiting;
    this.forget(name);
    this.#begun.set(name, write);
    const isDone = await write();
    // A later write has what was typed since, and this one would put the text of before in its place.
    if (this.#begun.get(name) !== write) return;
    this.#begun.delete(name);
    // What was typed meanwhile waits already.
    if (isDone || this.#waiting.has(name)) return;
    this.#wait(name, { write, sinceMs: this.#clock.steadyMs() }, AGAIN_AFTER_MS);
  }
}
