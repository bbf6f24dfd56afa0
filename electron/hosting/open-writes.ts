/** Files on their way to the disk, for which the end of the process waits. */
export class OpenWrites {
  readonly #open = new Set<Promise<unknown>>();

  /** @returns the same write */
  during<T>(write: Promise<T>): Promise<T> {
    this.#open.add(write);
    const isOver = (): void => void this.#open.delete(write);
    void write.then(isOver, isOver);
    return write;
  }

  /** Resolves when the writes of this moment are over, whether the disk took them or refused. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#open);
  }
}
