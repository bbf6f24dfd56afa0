type Around = {
  /** The current position; -1 without one. */
  readonly at: number;
  /** Rows that fit on a page. */
  readonly page: number;
  /** Where the key End leads. */
  readonly end: number;
};

/** @returns the position a key moves to, which may lie beyond either end; null for a key that does not move */
export function destination(key: string, { at, page, end }: Around): number | null {
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return at - page;
    case 'Home':
      return 0;
    case 'End':
      return end;
    default:
      return null;
  }
}
