import type { DraftLine } from '../../domain/edits/draft.ts';
import type { RequestedChange } from '../../domain/edits/edit.ts';
import type { PastedPair } from '../../domain/edits/pasted-pairs.ts';
import { keyField } from '../../domain/files/field.ts';
import type { Pairs } from '../../domain/files/file.ts';
import { type DraftPair, recordKey } from './draft-pair.svelte.ts';

type Line = Pick<DraftPair, 'from' | 'key' | 'value' | 'base' | 'isLeft' | 'isRenamed'>;

/** One change for each key whose value becomes another one: a key removed and added again is one change. */
export function changesOf(pairs: readonly Line[]): readonly RequestedChange[] {
  const before = new Map(pairs.flatMap(({ from, base }) => (from === null ? [] : [[from, base]])));
  const after = new Map(pairsLeft(pairs));
  const keys = new Set(
    pairs.flatMap(({ from, key, isLeft }) => [from, isLeft ? key : null]).filter((key) => key !== null),
  );
  return [...keys]
    .map((key) => ({ field: keyField(key), base: before.get(key) ?? null, mine: after.get(key) ?? null }))
    .filter(({ base, mine }) => base !== mine);
}

/** The pairs that the file has once the draft is saved. */
export const pairsLeft = (pairs: readonly Line[]): readonly PastedPair[] =>
  pairs.filter(({ isLeft }) => isLeft).map(({ key, value }) => [key, value] as const);

/** What the key that a line has in the record is to hold; null where it goes. */
export const wantedUnder = ({ isLeft, isRenamed, value }: Line): string | null => (isLeft && !isRenamed ? value : null);

export const valuesByKey = (keyvalues: Pairs): ReadonlyMap<string, string> => new Map(keyvalues);

/** The pairs for which an editor has no line: neither under the key that a line came with nor under its present one. */
export function withoutLine(keyvalues: Pairs, lines: readonly Line[]): Pairs {
  const known = new Set(lines.flatMap(({ from, key }) => [from, key]));
  return keyvalues.filter(([key]) => !known.has(key));
}

/** The line of a pair that nobody has touched. */
export const untouched = (key: string, value: string): DraftLine => ({ key, value, base: value, isRemoved: false });

/** The lines of an editor at one time, with the ids of their pairs. */
export type EditorLines = readonly (readonly [number, DraftLine])[];

/** What was typed after `saved` was saved, on top of what that has made of the record. */
export function linesSince(saved: EditorLines, now: EditorLines): readonly DraftLine[] {
  const before = new Map(saved);
  const after = new Map(now);
  const typed = now.flatMap(([id, line]) => typedSince(before.get(id), line) ?? []);
  const gone = saved.filter(([id, line]) => !after.has(id) && !line.isRemoved && !isBlank(line));
  return [...typed, ...gone.map(([, { key, value }]) => ({ key, value, base: value, isRemoved: true }))];
}

/** @returns null where the person typed nothing since */
function typedSince(saved: DraftLine | undefined, line: DraftLine): DraftLine | null {
  const { key, value, isRemoved } = line;
  if (saved === undefined && line.base !== null) return line.base === value && recordKey(line) === key ? null : line;
  if (saved === undefined || saved.isRemoved || isBlank(saved))
    return isRemoved || isBlank(line) ? null : { key, value, base: null, isRemoved };
  if (key === saved.key && value === saved.value && !isRemoved) return null;
  return { key, value, base: saved.value, isRemoved, ...(key === saved.key ? {} : { from: saved.key }) };
}

const isBlank = ({ key, value }: DraftLine): boolean => key === '' && value === '';

/** The lines of an editor: the pairs shown now, each as it was typed before where it was, then the other typed ones. */
export function linesOf(keyvalues: Pairs, kept: readonly DraftLine[]): readonly DraftLine[] {
  const typed = (key: string): DraftLine | undefined =>
    kept.find((line) => recordKey(line) === key) ?? kept.find((line) => line.base === null && line.key === key);
  const names = new Set(keyvalues.map(([key]) => key));
  const shown = keyvalues.map(([key, value]) => typed(key) ?? untouched(key, value));
  const taken = new Set(shown);
  // A key that somebody else has removed meanwhile has nothing left to remove.
  const rest = kept.filter((line) => !taken.has(line) && !(line.isRemoved && line.base !== null && !isThere(line)));
  return [...shown, ...rest];

  function isThere(line: DraftLine): boolean {
    const key = recordKey(line);
    return key !== null && names.has(key);
  }
}
