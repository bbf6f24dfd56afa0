/** Whether a drag brings files. */
export const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Refuses files that nobody takes: the browser would show them in the place of the page (HTML standard, "drag and drop"). */
export function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !bringsFiles(event) || event.dataTransfer === null) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
