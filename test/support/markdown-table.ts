/**
 * Cells stand without padding: a column that grows changes one line of a diff and not all of them.
 *
 * @param head one cell for each column, each of `rows` the same
 */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => `| ${row.map(cellText).join(' | ')} |`;
  return [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n');
}

const cellText = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
