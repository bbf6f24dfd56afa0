// Signs that make a spreadsheet run a cell, their full-width forms, and the control characters that hide them.
const DANGEROUS = /^[=+\-@\t\r\n\0＝＋－＠]/;
const GUARD = "'";

/**
 * A cell a spreadsheet shows and does not run (OWASP, "CSV injection"). Text that already begins with the guard gets
 * another, so that taking it off again is exact; an empty value is the guard alone, because an empty cell means "no such
 * key".
 */
export const guarded = (text: string): string =>
  text === '' || DANGEROUS.test(text) || text.startsWith(GUARD) ? `${GUARD}${text}` : text;

/** Takes off the guard `guarded` put on, and nothing else: `'tis` typed by a person stays. */
export function unguarded(cell: string): string {
  if (!cell.startsWith(GUARD)) return cell;
  const rest = cell.slice(GUARD.length);
  return guarded(rest) === cell ? rest : cell;
}
