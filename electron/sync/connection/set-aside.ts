import type { ListArea, SetAsideRows } from '../ports.ts';

const LONGEST_REASON = 200;

type Counted = { readonly ids: Set<string>; count: number; reason: string | null };

/** The rows of the latest scans that cannot be read or written. */
export class SetAside {
  readonly #of: Record<ListArea, Counted> = { files: counted(), keys: counted() };

  get count(): number {
    return this.#of.files.count + this.#of.keys.count;
  }

  /** Why the first of them cannot; null for no row. */
  get reason(): string | null {
    return this.#of.files.reason ?? this.#of.keys.reason;
  }

  add(area: ListArea, { count, reason, id }: SetAsideRows): void {
    const of = this.#of[area];
    if (id !== null) {
      if (of.ids.has(id)) return;
      of.ids.add(id);
    }
    of.count += count;
    of.reason ??= reason.slice(0, LONGEST_REASON);
  }

  /** Begins to count the rows of a list anew. */
  forget(area: ListArea): void {
    this.#of[area] = counted();
  }
}

const counted = (): Counted => ({ ids: new Set(), count: 0, reason: null });
