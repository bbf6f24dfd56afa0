import { count, date, plural } from '../../../components/format.ts';
import { labelText } from '../../../domain/core/text.ts';
import type { PasteEffect } from '../../../domain/edits/pasted-pairs.ts';
import type { PairLimit } from '../../../domain/service/service-limits.ts';

export const metadataMessages = {
  title: 'Metadata',
  notSet: 'not set',
  empty: 'empty',
  waiting: (fields: number) => `${count(fields)} waiting`,
  pairs: (pairs: number) => plural(pairs, 'pair', 'pairs'),
  pairsOf: (pairs: number, most: number) => `${count(pairs)} of ${plural(most, 'pair', 'pairs')}`,
  more: (next: number, left: number) =>
    next === left ? `Show ${count(next)} more` : `Show ${count(next)} more of ${count(left)}`,
  /** The limit that a refusal has shown; `when` is null where nobody wrote down when. */
  limit: (refused: number, when: string | null) =>
    `this service refused ${count(refused)}${when === null ? '' : ` on ${when}`}`,
  /** What a changed line held before. */
  was: (before: string) => `was: ${before}`,
  keyOf: (key: string) => `Key ${labelText(key)}`,
  longKey: (characters: number) =>
    `The key has ${plural(characters, 'character', 'characters')}, too many to be edited here. What you type takes its place.`,
  longValue: (characters: number) =>
    `The value has ${plural(characters, 'character', 'characters')}, too many to be edited here. What you type takes its place.`,
  keys: 'Keys of this library',
  values: (key: string) => `Values of ${labelText(key)} in this library`,
  newKey: 'new key',
  newValue: 'new value',
  undoField: (field: string) => `Undo the change of ${labelText(field)}`,
  beingSent: 'This change is being sent, or was sent and is not answered yet: it cannot be taken back now.',
  /** What pasted lines do, or would do. */
  pasteAdded: (pairs: number) => `${count(pairs)} new`,
  pasteChanged: (pairs: number) => `${count(pairs)} changed`,
  pasteSame: (pairs: number) => `${count(pairs)} already so`,
  pasted: (effect: string) => `Pasted lines taken: ${effect}.`,
  undoPaste: 'Undo paste',
  pasteLines: 'Paste key=value lines…',
  save: 'Save',
  saveChanges: (changes: number) => `Save ${plural(changes, 'change', 'changes')}`,
  draft: 'Kept as a draft if you leave',
} as const;

/** "was: rare" */
export const wasMessage = (before: string | null): string =>
  metadataMessages.was(
    before === null ? metadataMessages.notSet : before === '' ? metadataMessages.empty : labelText(before),
  );

/** What is said at a field that is empty because its text is too long to be edited; null for one that is not. */
export function replacedMessage(characters: number | null, what: 'key' | 'value'): string | null {
  if (characters === null) return null;
  return what === 'key' ? metadataMessages.longKey(characters) : metadataMessages.longValue(characters);
}

/** "2 new, 1 changed" */
export function pasteMessage({ added, changed, same }: PasteEffect): string {
  const { pasteAdded, pasteChanged, pasteSame } = metadataMessages;
  const parts = [added > 0 && pasteAdded(added), changed > 0 && pasteChanged(changed), same > 0 && pasteSame(same)];
  return parts.filter((part) => part !== false).join(', ');
}

/** "8 of 10 pairs · this service refused 11 on 19 Nov"; without a limit that was learnt, the pairs alone. */
export function pairsMessage(pairs: number, limit: PairLimit | null, nowMs: number): string {
  if (limit === null) return metadataMessages.pairs(pairs);
  const { most, refusedAtMs } = limit;
  const held = pairs > most ? metadataMessages.pairs(pairs) : metadataMessages.pairsOf(pairs, most);
  const when = refusedAtMs === null ? null : date(refusedAtMs, nowMs);
  return `${held} · ${metadataMessages.limit(most + 1, when)}`;
}
