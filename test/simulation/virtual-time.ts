import { setImmediate as nextTurn } from 'node:timers/promises';

type Due = { readonly atMs: number; readonly order: number; readonly run: () => void; cancelled: boolean };

/** Time that passes only when nothing is left to do at the present moment. */
export class VirtualTime {
  nowMs: number;
  #order = 0;
  #due: Due[] = [];

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  at(atMs: number, run: () => void): () => void {
    const due: Due = { atMs: Math.max(this.nowMs, atMs), order: ++this.#order, run, cancelled: false };
    let index = this.#due.length;
    while (index > 0 && isLater(this.#due[index - 1], due)) index--;
    this.#due.splice(index, 0, due);
    return () => void (due.cancelled = true);
  }

  after(delayMs: number, run: () => void): () => void {
    return this.at(this.nowMs + delayMs, run);
  }

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Lets everything happen up to a moment, in order. */
  async runUntil(endMs: number): Promise<void> {
    await nextTurn();
    for (let due = this.#due[0]; due !== undefined && due.atMs <= endMs; due = this.#due[0]) {
      this.#due.shift();
      if (due.cancelled) continue;
      this.nowMs = due.atMs;
      due.run();
      // Promises are microtasks, all of them: one turn of the event loop settles what this moment set going.
      await nextTurn();
    }
    this.nowMs = endMs;
  }
}

const isLater = (one: Due | undefined, other: Due): boolean =>
  one !== undefined && (one.atMs > other.atMs || (one.atMs === other.atMs && one.order > other.order));
