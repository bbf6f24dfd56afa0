import { z } from 'zod';
import { fileKey } from '../core/ids.ts';
import { textProblems } from '../core/text.ts';
import { field, fieldValue, fieldValues, keyField, withField, type Field, type FieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import { recordLimit } from '../service/service-limits.ts';
import { requestedChange, type RequestedChange } from './edit.ts';

const key = z.string().min(1).max(10_000);
const text = z.string().max(10_000);

/** One step of a bulk edit, which is a list of steps, carried out in order on every selected file. */
export const bulkOperation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('setKey'), key, value: text }),
  z.object({ kind: z.literal('removeKey'), key }),
  /** Keeps the value. Leaves a file without the key `from` as it is. */
  z.object({ kind: z.literal('renameKey'), from: key, to: key }),
  /** Replaces every occurrence, as plain text. */
  z.object({ kind: z.literal('replaceInName'), find: key, replacement: text, matchCase: z.boolean() }),
  /** Adds text before the name, and between the name and its extension. */
  z.object({ kind: z.literal('addToName'), prefix: text, suffix: text }),
  /** Gives every file the same name and a number; the extension stays. */
  z.object({
    kind: z.literal('numberNames'),
    stem: text,
    first: z.number().int().min(0).max(1_000_000_000),
    digits: z.number().int().min(1).max(12),
  }),
]);
export type BulkOperation = Readonly<z.infer<typeof bulkOperation>>;

/** Why a file is left out of a plan: a text that cannot be stored, a size that the service is known to refuse, or outdated cells alone. */
export const planProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), field, problem: z.enum(textProblems) }),
  z.object({ kind: z.literal('limit'), limit: recordLimit }),
  z.object({ kind: z.literal('outdated') }),
]);
export type PlanProblem = Readonly<z.infer<typeof planProblem>>;

/** One file of a plan: its changes, or why it is left out. */
export const plannedFile = z.object({
  key: fileKey,
  name: z.string().nullable(),
  changes: z.array(requestedChange).readonly(),
  /** Cells of a table that are left out: each would put an earlier value back over one that is somebody else's. */
  outdated: z.array(requestedChange).readonly(),
  /** Null for a file that changes. */
  problem: planProblem.nullable(),
});
export type PlannedFile = Readonly<z.infer<typeof plannedFile>>;

/** Why a line of an imported table cannot be used. */
export const lineProblem = z.enum(['noFileId', 'moreCells', 'twice', 'notInCopy']);
export type LineProblem = z.infer<typeof lineProblem>;

/** A line of an imported table that cannot be used; `line` counts from 1. */
export const tableProblem = z.object({ line: z.number(), text: z.string(), problem: lineProblem });
export type TableProblem = Readonly<z.infer<typeof tableProblem>>;

/**
 * What a bulk edit changes in one file.
 *
 * @param shown the projected file
 * @param position of the file among the selected ones, from 0
 * @returns one change for each field that becomes another value; empty for a file that stays as it is
 */
export function bulkChanges(
  shown: FileRecord,
  operations: readonly BulkOperation[],
  position: number,
): readonly RequestedChange[] {
  const at = { position, longestName: Math.max(LONGEST_NAME_BETWEEN_STEPS, shown.name?.length ?? 0) };
  const after = operations.reduce((record, operation) => applied(record, operation, at), shown);
  // Each record is gone through once: a slice of files may have thousands of keys each.
  const [before, wanted] = [fieldValues(shown), fieldValues(after)];
  return [...new Set([...before.keys(), ...wanted.keys()])]
    .map((field) => ({ field, base: before.get(field) ?? null, mine: wanted.get(field) ?? null }))
    .filter(({ base, mine }) => base !== mine);
}

/** The position of the file, and the length beyond which a name is left as it is. */
type At = { readonly position: number; readonly longestName: number };

function applied(record: FileRecord, operation: BulkOperation, at: At): FileRecord {
  switch (operation.kind) {
    case 'setKey':
      return withField(record, keyField(operation.key), operation.value);
    case 'removeKey':
      return withField(record, keyField(operation.key), null);
    case 'renameKey':
      return renamed(record, keyField(operation.from), keyField(operation.to));
    case 'replaceInName':
    case 'addToName':
    case 'numberNames':
      return withField(record, 'name', nameAfter(record.name, operation, at));
  }
}

function renamed(record: FileRecord, from: Field, to: Field): FileRecord {
  const value = fieldValue(record, from);
  return value === null || from === to ? record : withField(withField(record, from, null), to, value);
}

/**
 * A name that a step makes longer is left as it is by the steps that follow: it is far too long to be stored, and steps
 * that multiply it would fill the memory. In UTF-16 code units.
 */
const LONGEST_NAME_BETWEEN_STEPS = 100_000;

type NameOperation = Extract<BulkOperation, { kind: 'replaceInName' | 'addToName' | 'numberNames' }>;

function nameAfter(name: FieldValue, operation: NameOperation, { position, longestName }: At): FieldValue {
  if (name !== null && name.length > longestName) return name;
  if (operation.kind === 'replaceInName') return name === null ? null : replaced(name, operation, longestName);
  const { stem, extension } = splitName(name ?? '');
  if (operation.kind === 'addToName') {
    return name === null ? null : `${operation.prefix}${stem}${operation.suffix}${extension}`;
  }
  const number = String(operation.first + position).padStart(operation.digits, '0');
  return `${operation.stem}${number}${extension}`;
}

function replaced(
  name: string,
  { find, replacement, matchCase }: Extract<NameOperation, { kind: 'replaceInName' }>,
  longestName: number,
): string {
  const pattern = patternOf(find);
  const parts: string[] = [];
  let [end, length] = [0, 0];
  for (const { 0: found, index } of name.matchAll(new RegExp(pattern, matchCase ? 'gu' : 'giu'))) {
    parts.push(name.slice(end, index), replacement);
    length += index - end + replacement.length;
    end = index + found.length;
    if (length > longestName) break;
  }
  return parts.join('') + name.slice(end);
}

/** Marks, and parts of syllables, that make one character with what stands before them (UAX #15, canonical composition). */
const GOES_ON = '[\\u0300-\\u036f\\u1160-\\u11ff\\u3099\\u309a]';

/**
 * A text with its letters composed or decomposed: a keyboard types whole letters, and macOS gives names of files in letters and
 * marks. The beginning of another character is no occurrence.
 */
function patternOf(find: string): string {
  const forms = [...new Set([find, find.normalize('NFC'), find.normalize('NFD')])];
  // Not the hyphen: outside brackets it stands for itself, and `\-` is a syntax error under `u` (ECMA-262, IdentityEscape).
  const plain = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return `(?:${plain.join('|')})(?!${GOES_ON})`;
}

/** `a.tar.gz` is `a.tar` and `.gz`; a name that begins with its only dot has no extension. */
function splitName(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? { stem: name, extension: '' } : { stem: name.slice(0, dot), extension: name.slice(dot) };
}
