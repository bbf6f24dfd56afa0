import { metadataKey } from '../files/field.ts';
import type { BulkOperation } from './bulk.ts';
import type { RequestedChange } from './edit.ts';
import type { RefusedFile, Remedy } from './remedy.ts';

/** Characters (code points) of a name, key or value in a title. */
const LONGEST_PART = 60;

/** The end of a longer one that a title keeps: an extension, and the number before it. */
const KEPT_END = 12;
/** Characters as people see them: a letter with its marks, a flag, a picture that is joined of several. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A name, a key or a value, short enough for a title: a longer one loses its middle. */
export function clippedName(text: string): string {
  const characters = [...text];
  if (characters.length <= LONGEST_PART) return text;
  const most = LONGEST_PART - KEPT_END - 1;
  const start = fitting(seenIn(characters.slice(0, LONGEST_PART)), most).join('');
  const end = fitting(seenIn(characters.slice(-LONGEST_PART)).toReversed(), KEPT_END).toReversed();
  // A pile of marks is cut where it is.
  return `${start || characters.slice(0, most).join('')}…${end.join('')}`;
}

const seenIn = (characters: readonly string[]): readonly string[] =>
  Array.from(segmenter.segment(characters.join('')), ({ segment }) => segment);

/** The first of what is seen, up to this many code points. */
function fitting(seen: readonly string[], most: number): readonly string[] {
  let left = most;
  const over = seen.findIndex((one) => (left -= [...one].length) < 0);
  return over < 0 ? seen : seen.slice(0, over);
}

/** A number in a title, as English writes it: a title is stored in English. 2470 is "2,470". */
export const countInTitle = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');

const filesOf = (files: number): string => (files === 1 ? '1 file' : `${countInTitle(files)} files`);
const quoted = (text: string): string => `“${clippedName(text)}”`;

/** A pair in a title; an empty value is named, because nothing would be seen of it. */
const pairOf = (key: string, value: string): string =>
  `${clippedName(key)} = ${value === '' ? '(empty)' : clippedName(value)}`;

const andMore = (more: number): string => (more === 0 ? '' : ` and ${more} more`);

/** The title of a change set that changes one file: "Set tier = gold on aurora.png". */
export function titleOf(fileName: string, changes: readonly RequestedChange[]): string {
  const name = clippedName(fileName);
  const lead = changes.find(isSet) ?? changes.find(({ field }) => metadataKey(field) !== null) ?? changes[0];
  if (lead === undefined) return `Change nothing in ${name}`;
  const renamed = renamedKey(changes);
  if (renamed !== null) return `Rename key ${renamed} on ${name}`;
  const more = andMore(changes.length - 1);
  const key = metadataKey(lead.field);
  if (key === null) return `Rename ${name} to ${clippedName(lead.mine ?? '')}`;
  return lead.mine === null
    ? `Remove ${clippedName(key)}${more} from ${name}`
    : `Set ${pairOf(key, lead.mine)}${more} on ${name}`;
}

const isSet = ({ field, mine }: Pick<RequestedChange, 'field' | 'mine'>): boolean =>
  metadataKey(field) !== null && mine !== null;

/** @returns "a to b" where a value moved from one key to another, and nothing else changed; null otherwise */
function renamedKey(changes: readonly RequestedChange[]): string | null {
  const [from, to] = changes.toSorted((a, b) => Number(a.mine !== null) - Number(b.mine !== null));
  if (changes.length !== 2 || from?.mine !== null || to?.base !== null || from.base !== to.mine) return null;
  const keys = [metadataKey(from.field), metadataKey(to.field)].flatMap((key) =>
    key === null ? [] : clippedName(key),
  );
  return keys.length === 2 ? keys.join(' to ') : null;
}

/** The title of a bulk edit's change set: its first step, and how many more there are. @param files how many change */
export function bulkTitle(operations: readonly BulkOperation[], files: number): string {
  const [first, ...others] = operations;
  const where = filesOf(files);
  if (first === undefined) return `Edit ${where}`;
  return stepTitle(first, andMore(others.length), where);
}

function stepTitle(step: BulkOperation, more: string, where: string): string {
  switch (step.kind) {
    case 'setKey':
      return `Set ${pairOf(step.key, step.value)}${more} on ${where}`;
    case 'removeKey':
      return `Remove ${clippedName(step.key)}${more} from ${where}`;
    case 'renameKey':
      return `Rename key ${clippedName(step.from)} to ${clippedName(step.to)}${more} on ${where}`;
    case 'replaceInName':
      return `Replace ${quoted(step.find)} by ${quoted(step.replacement)}${more} in the names of ${where}`;
    case 'addToName':
      return `Add ${[step.prefix, step.suffix]
        .filter((text) => text !== '')
        .map(quoted)
        .join(' and ')}${more} to the names of ${where}`;
    case 'numberNames':
      return `Rename ${where} to ${clippedName(step.stem)}{n}${more}`;
  }
}

const RENAMED_FILES = /(?<=^(?:(?:Undo|Redo|Discard): )*Rename )[\d,]+ files?(?= to .*\{n\})/su;
const LAST_FILES = /[\d,]+ files?$/u;

/** The title of a change set of many files, said of some of them. */
export const titleOfSome = (title: string, files: number): string =>
  title.replace(RENAMED_FILES.test(title) ? RENAMED_FILES : LAST_FILES, filesOf(files));

/** Keys that the title of an imported table names. */
const NAMED_KEYS = 2;

/** The title of an imported table: the keys that it changes. @param files how many change */
export function tableTitle(changes: readonly RequestedChange[], files: number): string {
  const named = [...new Set(changes.map(({ field }) => metadataKey(field) ?? 'names'))];
  const what = named.slice(0, NAMED_KEYS).map(clippedName).join(', ');
  const more = andMore(Math.max(0, named.length - NAMED_KEYS));
  return named.length === 0
    ? `Import a table for ${filesOf(files)}`
    : `Import ${what}${more} from a table for ${filesOf(files)}`;
}

/** The title of the change set that asks for refused edits in another way. @param edits those that it asks for */
export function remedyTitle(remedy: Remedy, edits: readonly Pick<RefusedFile, 'wanted'>[]): string {
  const wanted = edits.flatMap((edit) => edit.wanted.find((one) => isSet(one) && isMoved(one, remedy)) ?? []);
  const [first] = wanted;
  const isAlike = wanted.every(({ field, mine }) => field === first?.field && mine === first.mine);
  const key = first === undefined ? null : metadataKey(first.field);
  if (!isAlike || wanted.length < edits.length || key === null) return bulkTitle([], edits.length);
  const value = first?.mine ?? '';
  return remedy.kind === 'makeRoom'
    ? bulkTitle(
        [
          { kind: 'setKey', key, value },
          { kind: 'removeKey', key: remedy.key },
        ],
        edits.length,
      )
    : bulkTitle([{ kind: 'setKey', key: remedy.into, value }], edits.length);
}

const isMoved = ({ field }: Pick<RequestedChange, 'field'>, remedy: Remedy): boolean =>
  remedy.kind === 'makeRoom' || metadataKey(field) === remedy.from;

const SET_ON_FILES = /^Set (?<key>.+) on (?<where>[\d,]+ files?)$/u;
const CHANGED_IN_FILE = /^(?:Add|Change) (?:.+) of (?<name>.+)$/u;
/** Today's title of a step that adds to names, which says all of it. */
const ADDED_TO_NAMES = /^Add “.+” (?:and \d+ more )?to the names of [\d,]+ files?$/su;

/**
 * The title of a change set with the value in it. Titles of earlier builds said the key alone, and are kept as they were
 * written, because a checksum covers them.
 *
 * @param changes of the first edit of the set
 */
export function titleWithValue(title: string, changes: readonly RequestedChange[]): string {
  const onFiles = SET_ON_FILES.exec(title)?.groups;
  if (onFiles?.['key'] !== undefined) {
    const { key, where = '' } = onFiles;
    const value = changes.find(({ field }) => metadataKey(field) === key)?.mine ?? null;
    return value === null ? title : `Set ${pairOf(key, value)} on ${where}`;
  }
  const name = ADDED_TO_NAMES.test(title) ? undefined : CHANGED_IN_FILE.exec(title)?.groups?.['name'];
  return name === undefined || changes.length === 0 ? title : titleOf(name, changes);
}

/** Whether an earlier build may have written a title without its value. */
export const mayLackValue = (title: string): boolean =>
  SET_ON_FILES.test(title) || (CHANGED_IN_FILE.test(title) && !ADDED_TO_NAMES.test(title));

/** What was done to an earlier change set, as the title of a later one says it before a colon. */
export type TitleAct = 'undo' | 'redo' | 'discard';

const acts: Readonly<Record<string, TitleAct>> = { Undo: 'undo', Redo: 'redo', Discard: 'discard' };

/** A title without the acts before it. */
export type TitleOfAct = { readonly acts: readonly TitleAct[]; readonly of: string };

/** "Undo: Discard: Rename a to b" is an undo of a discard of "Rename a to b". @returns the acts, latest first */
export function titleActs(title: string): TitleOfAct {
  const found: TitleAct[] = [];
  let of = title;
  for (;;) {
    const [, word = '', rest] = /^(Undo|Redo|Discard): (.+)$/s.exec(of) ?? [];
    const act = acts[word];
    if (act === undefined || rest === undefined) return { acts: found, of };
    found.push(act);
    of = rest;
  }
}

/** What a title says was done to an earlier change set: "undo of a discard". */
export const englishAct = (done: readonly TitleAct[]): string =>
  done.map((act, place) => (place === 0 ? act : ` of ${act === 'undo' ? 'an' : 'a'} ${act}`)).join('');

/** What an English reader reads in the place of a stored title: one colon, however many acts it has. */
export function englishTitle(title: string): string {
  const { acts: done, of } = titleActs(title);
  const act = englishAct(done);
  return done.length < 2 ? title : `${act.charAt(0).toUpperCase()}${act.slice(1)}: ${of}`;
}
