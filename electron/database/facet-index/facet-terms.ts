import { createHash } from 'node:crypto';
import { typeFamily } from '../../../src/domain/files/file-filter.ts';
import { fileStates, type Pairs } from '../../../src/domain/files/file.ts';

/** Names a set of rows. `key` is the metadata key of a `value`, and empty for everything else. */
export type FacetTerm = {
  readonly field: 'network' | 'type' | 'family' | 'group' | 'state' | 'sizeStep' | 'month' | 'key' | 'value';
  readonly key: string;
  readonly value: string;
};

/** What of a row decides which sets it is in. `state` is the rank of one of `fileStates`. */
export type FacetRow = {
  readonly network: string;
  readonly mime_type: string | null;
  readonly group_id: string | null;
  readonly state: number;
  readonly size_bytes: number | null;
  readonly created_at: string | null;
};

/** The greatest code point: it sorts after every value. */
export const LAST_VALUE = '\u{10ffff}';

/** Longer texts are named by their beginning and a digest: they may be 64 kB, and are never offered to choose from. */
const LONGEST = 100;
const KEPT_OF_LONG = 60;

/** Text as a set's name has it. */
export function termText(text: string): string {
  const whole = text.toWellFormed();
  if (whole.length <= LONGEST) return whole;
  const digest = createHash('sha256').update(whole).digest('hex');
  return whole.slice(0, KEPT_OF_LONG).toWellFormed() + digest;
}

/** The metadata key that a term stands for, as far as the term has it: of a longer key the first 60 characters. */
export const keptText = (term: string): string => (isWhole(term) ? term : term.slice(0, KEPT_OF_LONG));

export const isWhole = (text: string): boolean => text.length <= LONGEST;

/** Most files are on the server as they are shown: those are the ones in no other set of this field. */
export const AT_REST = 'onServer';

export function termsOf(row: FacetRow, pairs: Pairs): readonly FacetTerm[] {
  const state = fileStates[row.state] ?? AT_REST;
  const plain = [
    ['network', row.network],
    ['type', row.mime_type],
    ['family', row.mime_type === null ? null : typeFamily(row.mime_type)],
    ['group', row.group_id],
    ['state', state === AT_REST ? null : state],
    ['sizeStep', row.size_bytes === null ? null : sizeStep(row.size_bytes)],
    ['month', row.created_at === null ? null : monthOf(row.created_at)],
  ] as const;
  const names: FacetTerm[] = [];
  for (const [field, value] of plain) if (value !== null) names.push({ field, key: '', value: value.toWellFormed() });
  for (const [key, value] of new Map(pairs.map(wellFormed)))
    names.push({ field: 'key', key: '', value: key }, { field: 'value', key, value });
  return names;
}

/** As SQLite keeps it; where two keys become the same the last one stands, as in the metadata table. */
const wellFormed = ([key, value]: Pairs[number]) => [key.toWellFormed(), value.toWellFormed()] as const;

/** Four steps to a doubling, as text in the order of the sizes. */
export function sizeStep(sizeBytes: number): string {
  const bits = sizeBytes.toString(2);
  const step = bits.length * 4 + Number.parseInt(bits.slice(1, 3).padEnd(2, '0'), 2);
  return String(step).padStart(3, '0');
}

/** The least size of a step, and the least that is beyond it. */
export function sizesOf(step: string): { readonly start: number; readonly beyond: number } {
  const [bits, quarter] = [Math.floor(Number(step) / 4), Number(step) % 4];
  const at = (quarters: number): number => Math.ceil(quarters * 2 ** (bits - 3));
  // Nothing has one binary digit too, and is in the step of the one.
  return { start: bits === 1 ? 0 : at(4 + quarter), beyond: at(5 + quarter) };
}

/** "2026-01": a beginning of the text, so that months are in the order of the texts whatever is in them. */
export const monthOf = (createdAt: string): string => createdAt.slice(0, 7);
