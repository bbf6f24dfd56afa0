import { date, plural } from '../../../components/format.ts';
import { labelText } from '../../../domain/core/text.ts';
import type { PasteEffect } from '../../../domain/edits/pasted-pairs.ts';
import type { PairLimit } from '../../../domain/service/service-limits.ts';

export const metadataMessages = {
  title: 'Metadata',
  notSet: 'not set',
  waiting: (fields: number) => `${fields} waiting`,
  /** What a changed line held before. */
  was: (before: string | null) =>
    `was: ${before === null ? metadataMessages.notSet : before === '' ? 'empty' : labelText(before)}`,
  keyOf: (key: string) => `Key ${labelText(key)}`,
  valueOf: labelText,
  keys: 'Keys of this library',
  values: (key: string) => `Values of ${labelText(key)} in this library`,
  newKey: 'new key',
  newValue: 'new value',
  undoField: (field: string) => `Undo the change of ${labelText(field)}`,
  beingSent: 'This change is being sent, or was sent and is not answered yet: it cannot be taken back now.',
  /** What the lines in the paste field would do. */
  pasteEffect: ({ added, changed, same }: PasteEffect) =>
    [
      ...(added === 0 ? [] : [`${added} new`]),
      ...(changed === 0 ? [] : [`${changed} changed`]),
      ...(same === 0 ? [] : [`${same} already so`]),
    ].join(', '),
  pasted: (effect: PasteEffect) => `Pasted lines taken: ${metadataMessages.pasteEffect(effect)}.`,
  undoPaste: 'Undo paste',
  pasteLines: 'Paste key=value lines…',
  saveKey: 'Ctrl ↵',
  saveChanges: (changes: number) => (changes === 0 ? 'Save' : `Save ${plural(changes, 'change', 'changes')}`),
  draft: 'Kept as a draft if you leave',
} as const;

/** "8 of 10 pairs · this service refused 11 on 19 Nov"; without a limit that was learnt, the pairs alone. */
export function pairsMessage(pairs: number, limit: PairLimit | null, nowMs: number): string {
  if (limit === null) return plural(pairs, 'pair', 'pairs');
  const { most, refusedAtMs } = limit;
  const when = refusedAtMs === null ? 'before' : `on ${date(refusedAtMs, nowMs)}`;
  const held = pairs > most ? plural(pairs, 'pair', 'pairs') : `${pairs} of ${plural(most, 'pair', 'pairs')}`;
  return `${held} · this service refused ${most + 1} ${when}`;
}
