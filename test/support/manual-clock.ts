import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../electron/sync/ports.ts';

type Wake = { readonly atMs: number; readonly wake: () => void };

/** Time that moves when told. */
export class ManualClock implements Clock {
  #nowMs: number;
  #wakes: readonly Wake[] = [];
  /** Runs whenever long work pauses to let others in: the place for what a person does meanwhile. */
  onYield: () => void | Promise<void> = () => undefined;

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = startMs;
  }

  readonly nowMs = (): number => this.#nowMs;

  readonly wakeAt = (atMs: number, wake: () => void): (() => void) => {
    const own: Wake = { atMs, wake };
    this.#wakes = [...this.#wakes, own];
    return () => void (this.#wakes = this.#wakes.filter((one) => one !== own));
  };

  readonly yieldToEventLoop = async (): Promise<void> => {
    await nextTurn();
    await this.onYield();
  };

  readonly hasPendingMessages = (): boolean => false;

  /** When somebody wants to be woken next; null when nobody does. */
  get nextWakeMs(): number | null {
    const earliest = Math.min(...this.#wakes.map(({ atMs }) => atMs));
    return Number.isFinite(earliest) ? earliest : null;
  }

  /** How many want to be woken. */
  get wakes(): number {
    return this.#wakes.length;
  }

  /** Lets what was set going come to rest, without moving time. Enough for everything that waits for promises alone. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 50; turn++) await nextTurn();
  }

  /** Sets the clock back. Timers go on: they count what passes, and do not read the clock (Node.js, "Timers"). */
  setBack(byMs: number): void {
    this.#nowMs -= byMs;
    this.#wakes = this.#wakes.map((one) => ({ ...one, atMs: one.atMs - byMs }));
  }

  /** Moves time on, waking everybody on the way at their own moment. */
  async advance(byMs: number): Promise<void> {
    const endMs = this.#nowMs + byMs;
    await this.settle();
    for (let next = this.nextWakeMs; next !== null && next <= endMs; next = this.nextWakeMs) {
      this.#nowMs = Math.max(this.#nowMs, next);
      const due = this.#wakes.filter(({ atMs }) => atMs <= this.#nowMs);
      this.#wakes = this.#wakes.filter((one) => !due.includes(one));
      for (const { wake } of due) wake();
      await this.settle();
    }
    this.#nowMs = endMs;
  }
}
