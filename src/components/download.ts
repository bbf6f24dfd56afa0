/** Offers a text as a file to keep: nothing leaves this computer. */
export function download(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has taken hold of the content by then; an address kept longer would keep the text in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Offers a table to keep.
 *
 * @param fileNames the name of the file, by format
 */
export function downloadTable(
  fileNames: { readonly csv: string; readonly json: string },
  format: 'csv' | 'json',
  table: string,
): void {
  // Excel reads a CSV without a byte order mark in the encoding of the system, and shows every é as two characters.
  if (format === 'csv') download(fileNames.csv, `\uFEFF${table}`, 'text/csv;charset=utf-8');
  else download(fileNames.json, table, 'application/json');
}
