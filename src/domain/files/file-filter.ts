import { z } from 'zod';
import { network } from '../core/ids.ts';
import { dayRange, type DayRange } from '../core/text.ts';
import { fileMark } from './file-marks.ts';
import { fileStates } from './file.ts';

/** Longer than any service takes, short enough for an address of the page. */
const LONGEST_VALUE = 100_000;
const LONGEST_NAME = 10_000;
const MOST_CONDITIONS = 20;

const key = z.string().max(LONGEST_NAME);
const value = z.string().max(LONGEST_VALUE);

/** A condition on one metadata key; `contains` folds case and diacritics like a search, `is` is exact. */
export const metadataCondition = z.discriminatedUnion('op', [
  z.object({ op: z.literal('is'), key, value }),
  z.object({ op: z.literal('contains'), key, value }),
  z.object({ op: z.literal('has'), key }),
  z.object({ op: z.literal('lacks'), key }),
]);
export type MetadataCondition = Readonly<z.infer<typeof metadataCondition>>;

const sizeBytes = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** Sizes with both ends included; null is an open end. A file of unknown size is outside. */
export const sizeRange = z
  .object({ fromBytes: sizeBytes.nullable(), toBytes: sizeBytes.nullable() })
  .refine(({ fromBytes, toBytes }) => fromBytes !== null || toBytes !== null, 'A range needs an end')
  .refine(({ fromBytes, toBytes }) => (fromBytes ?? 0) <= (toBytes ?? Infinity), 'A range goes upwards');
export type SizeRange = Readonly<z.infer<typeof sizeRange>>;

/** Filters of a file list. Every filter that is set has to hold; null sets none. */
export const fileFilters = z.object({
  network: network.nullable(),
  /** Whether to list only files with open edits. */
  edited: z.boolean(),
  /** Empty for files without a group. */
  group: z.string().max(LONGEST_NAME).nullable(),
  /** A media type, or a family of them as "image/*"; empty for files without one. */
  type: z.string().max(LONGEST_NAME).nullable(),
  size: sizeRange.nullable(),
  created: dayRange.nullable(),
  state: z.enum(fileStates).nullable(),
  /** A mark of the person. Older saved views have no `mark`. */
  mark: fileMark.nullable().default(null),
  metadata: z.array(metadataCondition).max(MOST_CONDITIONS),
});
export type FileFilters = Readonly<z.infer<typeof fileFilters>>;

/** No filter set. */
export const noFilters: FileFilters = {
  network: null,
  edited: false,
  group: null,
  type: null,
  size: null,
  created: null,
  state: null,
  mark: null,
  metadata: [],
};

/** One filter, as a person adds and removes it. */
export type FileFilter =
  | { readonly kind: 'network'; readonly network: NonNullable<FileFilters['network']> }
  | { readonly kind: 'edited' }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'type'; readonly type: string }
  | { readonly kind: 'size'; readonly size: SizeRange }
  | { readonly kind: 'created'; readonly created: DayRange }
  | { readonly kind: 'state'; readonly state: NonNullable<FileFilters['state']> }
  | { readonly kind: 'mark'; readonly mark: NonNullable<FileFilters['mark']> }
  | { readonly kind: 'metadata'; readonly condition: MetadataCondition };

/** The filters that are set, in the order of the screen. */
export function listedFilters(filters: FileFilters): readonly FileFilter[] {
  const { network: on, edited, group, type, size, created, state, mark, metadata } = filters;
  const listed: (FileFilter | null)[] = [
    on === null ? null : { kind: 'network', network: on },
    edited ? { kind: 'edited' } : null,
    state === null ? null : { kind: 'state', state },
    mark === null ? null : { kind: 'mark', mark },
    type === null ? null : { kind: 'type', type },
    group === null ? null : { kind: 'group', group },
    size === null ? null : { kind: 'size', size },
    created === null ? null : { kind: 'created', created },
    ...metadata.map((condition): FileFilter => ({ kind: 'metadata', condition })),
  ];
  return listed.filter((one) => one !== null);
}

/** Adds a filter, which replaces one of the same kind; metadata conditions are added, the latest 20 stay. */
export function withFilter(filters: FileFilters, added: FileFilter): FileFilters {
  const { kind, ...set } = added;
  if (kind === 'edited') return { ...filters, edited: true };
  if (added.kind !== 'metadata') return { ...filters, ...set };
  const others = filters.metadata.filter((one) => !isSame(one, added.condition));
  return { ...filters, metadata: [...others, added.condition].slice(-MOST_CONDITIONS) };
}

/** Removes a filter. */
export function withoutFilter(filters: FileFilters, removed: FileFilter): FileFilters {
  if (removed.kind === 'edited') return { ...filters, edited: false };
  if (removed.kind !== 'metadata') return { ...filters, [removed.kind]: null };
  return { ...filters, metadata: filters.metadata.filter((one) => !isSame(one, removed.condition)) };
}

const isSame = (a: MetadataCondition, b: MetadataCondition): boolean =>
  a.op === b.op && a.key === b.key && ('value' in a ? a.value : '') === ('value' in b ? b.value : '');

/** "image" of "image/png"; null for a text of another form. */
export function typeFamily(type: string): string | null {
  const end = type.indexOf('/');
  return end > 0 ? type.slice(0, end) : null;
}

/** "image" of "image/*"; null for a single type. */
export const askedFamily = (type: string): string | null => (type.endsWith('/*') ? type.slice(0, -2) : null);
