import { z } from 'zod';
import { fieldValue, keyField, metadataKey, withField } from '../files/field.ts';
import { type FileRecord, recordSize } from '../files/file.ts';
import { limitInTheWay, type RecordMeasure, type ServiceLimits } from '../service/service-limits.ts';
import type { FieldChange, RequestedChange } from './edit.ts';

const key = z.string().min(1).max(10_000);

/** A way past a service's limit on pairs, for edits that it refused. */
export const remedy = z.discriminatedUnion('kind', [
  /** Removes a key of the file in the same update. */
  z.object({ kind: z.literal('makeRoom'), key }),
  /** Puts the value of the refused key into one that the file has already. */
  z.object({ kind: z.literal('otherKey'), from: key, into: key }),
]);
export type Remedy = Readonly<z.infer<typeof remedy>>;

/** A refused edit beside its file: the record on the service, and the projected one without the edit. */
export type RefusedFile = {
  readonly mirrored: FileRecord;
  readonly shown: FileRecord;
  readonly wanted: readonly RequestedChange[];
};

/**
 * The changes to ask for instead of refused ones.
 *
 * @returns none where the file lacks the key that makes room or takes the value, and where the edit has no value to put there
 */
export function remedied({ shown, wanted }: RefusedFile, by: Remedy): readonly RequestedChange[] {
  const used = keyField(by.kind === 'makeRoom' ? by.key : by.into);
  const from = by.kind === 'makeRoom' ? null : keyField(by.from);
  if (fieldValue(shown, used) === null || wanted.some(({ field }) => field === used)) return [];
  if (from !== null && !wanted.some(({ field, mine }) => field === from && mine !== null)) return [];
  const base = fieldValue(shown, used);
  // What is asked for again keeps its base: somebody else may have written the field since.
  const asked =
    from === null
      ? [...wanted.map(asRequested), { field: used, base, mine: null }]
      : wanted.map((one) => (one.field === from ? { field: used, base, mine: one.mine } : asRequested(one)));
  return asked.filter((one) => one.base !== one.mine);
}

const asRequested = ({ field, base, mine }: RequestedChange): RequestedChange => ({ field, base, mine });

/** The learnt limit that stands in the way of changes to a file; null when nothing speaks against them. */
export function limitFor(
  { mirrored, shown }: RefusedFile,
  changes: readonly Pick<FieldChange, 'field' | 'mine'>[],
  limits: ServiceLimits,
): RecordMeasure | null {
  const after = changes.reduce((record, { field, mine }) => withField(record, field, mine), shown);
  return limitInTheWay(limits, recordSize(mirrored), recordSize(after))?.measure ?? null;
}

/** Keys that a person can choose of. */
const MOST_KEYS = 50;

/** What refused edits want, and the keys of their files that could make room for it. */
export const remedyChoices = z.object({
  files: z.number(),
  /** The most pairs that no refusal speaks against. */
  mostPairs: z.number(),
  /** The keys that the edits set; `value` is null where the files get different ones. */
  sets: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
  /** Keys that the files have, the most common first; `empty` counts the files in which it has no text. */
  keys: z.array(z.object({ key: z.string(), files: z.number(), empty: z.number() })),
  /** Whether the service can remove a key. */
  canRemove: z.boolean(),
});
export type RemedyChoices = Readonly<z.infer<typeof remedyChoices>>;

/** Gathers the choices of a person, file by file. */
export class RemedyTally {
  readonly #sets = new Map<string, string | null>();
  readonly #keys = new Map<string, { files: number; empty: number }>();
  #files = 0;

  add({ shown, wanted }: RefusedFile): void {
    this.#files += 1;
    const changed = new Set(wanted.map(({ field }) => metadataKey(field)));
    for (const { field, mine } of wanted) {
      const set = metadataKey(field);
      if (set === null || mine === null) continue;
      this.#sets.set(set, this.#sets.has(set) && this.#sets.get(set) !== mine ? null : mine);
    }
    for (const [name, value] of shown.keyvalues) {
      if (changed.has(name)) continue;
      const counted = this.#keys.get(name) ?? { files: 0, empty: 0 };
      counted.files += 1;
      if (value === '') counted.empty += 1;
      this.#keys.set(name, counted);
    }
  }

  choices(): Pick<RemedyChoices, 'files' | 'keys' | 'sets'> {
    const keys = [...this.#keys]
      .map(([name, counted]) => ({ key: name, ...counted }))
      .toSorted((a, b) => b.files - a.files || b.empty - a.empty || (a.key < b.key ? -1 : 1));
    return {
      files: this.#files,
      sets: [...this.#sets].map(([set, value]) => ({ key: set, value })),
      keys: keys.slice(0, MOST_KEYS),
    };
  }
}
