/** Where somebody types in the editor of metadata. `key`: that of the line; null for the field for `key=value` lines. */
export type EditorPlace = {
  readonly key: string | null;
  readonly isKeyField: boolean;
  readonly from: number;
  readonly to: number;
};

type Field = HTMLInputElement | HTMLTextAreaElement;

const FORM = '#inspector form';
const keyField = (line: Element | null | undefined): HTMLInputElement | null =>
  line?.querySelector<HTMLInputElement>('input[name=key]') ?? null;

/** @returns null where nobody types in the editor */
export function placeInEditor(): EditorPlace | null {
  const at = document.activeElement;
  const isField = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
  if (!isField || at.closest(FORM) === null) return null;
  const ofKey = keyField(at.closest('.pair'));
  const marked = { from: at.selectionStart ?? 0, to: at.selectionEnd ?? 0 };
  return { key: ofKey?.value ?? null, isKeyField: at === ofKey, ...marked };
}

/** Gives the focus that went with a field to its like in the editor that took its place. */
export function returnToPlace(place: EditorPlace): void {
  if (document.activeElement !== document.body) return;
  const field = fieldAt(place);
  field?.focus();
  field?.setSelectionRange(place.from, place.to);
}

function fieldAt({ key, isKeyField }: EditorPlace): Field | null {
  if (key === null) return document.querySelector<HTMLTextAreaElement>(`${FORM} textarea`);
  const lines = [...document.querySelectorAll(`${FORM} .pair`)];
  const line = lines.find((one) => keyField(one)?.value === key);
  return isKeyField ? keyField(line) : (line?.querySelector<HTMLInputElement>('input:not([name=key])') ?? null);
}
