type Due = { readonly atMs: number; readonly order: number; readonly run: () => void; cancelled: boolean };

/** Time that passes only when nothing is left to do at the present moment. */
export class VirtualTime {
  nowMs: number;
  #order = 0;
  #due: Due[] = [];

  readonly #isEnough: () => boolean;

  /** @param isEnough whether time should stand still from now on */
  constructor(startMs: number, isEnough: () => boolean = () => false) {
    this.nowMs = startMs;
    this.#isEnough = isEnough;
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
    await settling();
    for (let due = this.#due[0]; due !== undefined && due.atMs <= endMs; due = this.#due[0]) {
      if (this.#isEnough()) return;
      this.#due.shift();
      if (due.cancelled) continue;
      this.nowMs = due.atMs;
      due.run();
      await settling();
    }
    this.nowMs = endMs;
  }
}

/**
 * Promises are microtasks, all of them, and Node empties their queue before it runs what was put off to the next tick: what
 * a moment set going has come to its end then.
 */
const settling = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

const isLater = (one: Due | undefined, other: Due): boolean =>
  one !== undefined && (one.atMs > other.atMs || (one.atMs === other.atMs && one.order > other.order));
