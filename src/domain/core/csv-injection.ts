// Characters that make a spreadsheet run a cell, their full-width forms, and control characters that hide them (OWASP,
// "CSV Injection").
const DANGEROUS = /^[=+\-@\t\r\n\0＝＋－＠]/;
const GUARD = "'";

/**
 * A cell that a spreadsheet shows and does not run. Text that begins with the guard gets another one, so that `unguarded`
 * is exact. An empty value is the guard alone, because an empty cell means "no such key".
 */
export const guarded = (text: string): string =>
  text === '' || DANGEROUS.test(text) || text.startsWith(GUARD) ? `${GUARD}${text}` : text;

/** Removes the guard that `guarded` added, and nothing else: `'tis` typed by a person stays. */
export function unguarded(cell: string): string {
  if (!cell.startsWith(GUARD)) return cell;
  const rest = cell.slice(GUARD.length);
  return guarded(rest) === cell ? rest : cell;
}
