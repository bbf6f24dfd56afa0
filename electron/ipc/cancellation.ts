/** Questions that may be given up while they are answered, each by the ticket it came with. */
export class Cancellations {
  readonly #wanted = new Set<string>();

  /** @param ticket undefined for a question that nobody means to give up */
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
