/**
 * Marks the chosen one of a group of radio buttons, and not the one that was pressed: a choice that is refused leaves the
 * props as they are, and Svelte writes nothing.
 */
export function markChosen({ name }: HTMLInputElement, chosen: string | null): void {
  for (const radio of document.getElementsByName(name)) {
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === chosen;
  }
}
