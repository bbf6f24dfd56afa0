/** The running requests that the page may cancel, by their tickets. */
export class Cancellations {
  readonly #wanted = new Set<string>();

  /** @param ticket undefined for a request without cancellation */
  async during<T>(ticket: string | undefined, answer: (isWanted: () => boolean) => Promise<T>): Promise<T> {
    if (ticket === undefined) return await answer(() => true);
    this.#wanted.add(ticket);
    try {
      return await answer(() => this.#wanted.has(ticket));
    } finally {
      this.#wanted.delete(ticket);
    }
  }

  giveUp(ticket: string): void {
    this.#wanted.delete(ticket);
  }
}
