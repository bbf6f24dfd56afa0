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
