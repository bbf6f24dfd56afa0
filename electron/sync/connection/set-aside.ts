import type { SetAsideRows } from '../ports.ts';

const LONGEST_REASON = 200;

/** The rows of one pull that cannot be read or written. */
export class SetAside {
  readonly #ids = new Set<string>();
  count = 0;
  /** Why the first of them cannot; null for no row. */
  reason: string | null = null;

  add({ count, reason, id }: SetAsideRows): void {
    if (id !== null) {
      if (this.#ids.has(id)) return;
      this.#ids.add(id);
    }
    this.count += count;
    this.reason ??= reason.slice(0, LONGEST_REASON);
  }
}
