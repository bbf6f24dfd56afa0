/** The separator between the two ends of a range. */
const TO = '..';

/** In front of the column of a descending order. */
const DESCENDING = '-';

/** A range as an address has it: "2026-01-01..2026-02-01". An open end is empty. */
export const formatRange = (from: number | string | null, to: number | string | null): string =>
  `${from ?? ''}${TO}${to ?? ''}`;

/** The two ends of a range; null for an open end, and for both of a text that is null or empty. */
export function rangeEnds(text: string | null): { readonly from: string | null; readonly to: string | null } {
  const [from = null, to = null] = (text ?? '').split(TO, 2).map((end) => (end === '' ? null : end));
  return { from, to };
}

/** An order as an address has it: "name", or "-name" for a descending one. */
export const formatOrder = ({
  column,
  descending,
}: {
  readonly column: string;
  readonly descending: boolean;
}): string => `${descending ? DESCENDING : ''}${column}`;

/** The order of an address; its column is unchecked. */
export function orderIn(text: string): { readonly column: string; readonly descending: boolean } {
  const descending = text.startsWith(DESCENDING);
  return { column: descending ? text.slice(DESCENDING.length) : text, descending };
}
