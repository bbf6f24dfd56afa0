/** The running requests that the page may cancel, by their tickets. */
export class Cancellations {
  readonly #running = new Map<string, AbortController>();

  /** @param ticket undefined for a request without cancellation */
  async during<T>(ticket: string | undefined, answer: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    if (ticket === undefined) return await answer(controller.signal);
    this.#running.set(ticket, controller);
    try {
      return await answer(controller.signal);
    } finally {
      this.#running.delete(ticket);
    }
  }

  cancel(ticket: string): void {
    this.#running.get(ticket)?.abort();
  }
}
