/** Offers a text as a file, under a name. */
type FileSaver = (fileName: string, text: string, type: string) => unknown;

let saveFile: FileSaver = downloadFile;

/** Makes a host save files. Electron's shell refuses downloads and has a dialog for saving; browsers download. */
export function saveFilesWith(saver: FileSaver): void {
  saveFile = saver;
}

/** Offers text as a file to keep; the text stays on this computer. */
export function download(fileName: string, text: string, type: string): void {
  saveFile(fileName, text, type);
}

function downloadFile(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // A blob URL keeps its text in memory until it is revoked (File API). The download has read the blob within ten
  // seconds.
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
