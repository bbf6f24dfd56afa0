import { z } from 'zod';
import type { RequestedChange } from './edit.ts';
import { fieldValue, keyField, withField, type Field, type FieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';

const key = z.string().min(1).max(10_000);
const text = z.string().max(10_000);

/** One step of a bulk edit; a bulk edit is a list of them, carried out in order on every chosen file. */
export const bulkOperation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('setKey'), key, value: text }),
  z.object({ kind: z.literal('removeKey'), key }),
  /** Keeps the value. A file that has no `from` is left alone. */
  z.object({ kind: z.literal('renameKey'), from: key, to: key }),
  /** Every occurrence, as plain text. */
  z.object({ kind: z.literal('replaceInName'), find: key, replacement: text, matchCase: z.boolean() }),
  /** Before the name, and between the name and its ending. */
  z.object({ kind: z.literal('addToName'), prefix: text, suffix: text }),
  /** Gives every file the same name with a number in it; the ending stays. */
  z.object({
    kind: z.literal('numberNames'),
    stem: text,
    first: z.number().int().min(0).max(1_000_000_000),
    digits: z.number().int().min(1).max(12),
  }),
]);
export type BulkOperation = Readonly<z.infer<typeof bulkOperation>>;

/**
 * What a bulk edit changes in one file.
 *
 * @param shown the record with its waiting edits replayed
 * @param position of the file among the chosen ones, from 0
 * @returns nothing for a file that stays as it is
 */
export function bulkChanges(
  shown: FileRecord,
  operations: readonly BulkOperation[],
  position: number,
): readonly RequestedChange[] {
  const after = operations.reduce((record, operation) => applied(record, operation, position), shown);
  const keys = new Set([...shown.keyvalues, ...after.keyvalues].map(([name]) => name));
  return ['name' as const, ...[...keys].map(keyField)]
    .map((field) => ({ field, base: fieldValue(shown, field), mine: fieldValue(after, field) }))
    .filter(({ base, mine }) => base !== mine);
}

function applied(record: FileRecord, operation: BulkOperation, position: number): FileRecord {
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
      return withField(record, 'name', nameAfter(record.name, operation, position));
  }
}

function renamed(record: FileRecord, from: Field, to: Field): FileRecord {
  const value = fieldValue(record, from);
  return value === null || from === to ? record : withField(withField(record, from, null), to, value);
}

type NameOperation = Extract<BulkOperation, { kind: 'replaceInName' | 'addToName' | 'numberNames' }>;

function nameAfter(name: FieldValue, operation: NameOperation, position: number): FieldValue {
  if (operation.kind === 'replaceInName') return name === null ? null : replaced(name, operation);
  const { stem, ending } = splitName(name ?? '');
  if (operation.kind === 'addToName') {
    return name === null ? null : `${operation.prefix}${stem}${operation.suffix}${ending}`;
  }
  const number = String(operation.first + position).padStart(operation.digits, '0');
  return `${operation.stem}${number}${ending}`;
}

function replaced(
  name: string,
  { find, replacement, matchCase }: Extract<NameOperation, { kind: 'replaceInName' }>,
): string {
  // No hyphen: outside brackets it stands for itself, and escaped it is an error under `u`.
  const pattern = find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return name.replace(new RegExp(pattern, matchCase ? 'gu' : 'giu'), () => replacement);
}

/** `a.tar.gz` is `a.tar` and `.gz`; a name that begins with its only dot has no ending. */
function splitName(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? { stem: name, ending: '' } : { stem: name.slice(0, dot), ending: name.slice(dot) };
}

/** The sentence a bulk edit goes by in the queue. */
export function bulkTitle(operations: readonly BulkOperation[], files: number): string {
  const [only, ...more] = operations;
  const where = files === 1 ? '1 file' : `${files} files`;
  if (only === undefined || more.length > 0) return `Edit ${where}`;
  switch (only.kind) {
    case 'setKey':
      return `Set ${only.key} on ${where}`;
    case 'removeKey':
      return `Remove ${only.key} from ${where}`;
    case 'renameKey':
      return `Rename key ${only.from} to ${only.to} on ${where}`;
    case 'replaceInName':
    case 'addToName':
    case 'numberNames':
      return `Rename ${where}`;
  }
}

/** An unusable line of an imported table. */
export const tableProblem = z.object({ line: z.number(), text: z.string(), reason: z.string() });
export type TableProblem = Readonly<z.infer<typeof tableProblem>>;
