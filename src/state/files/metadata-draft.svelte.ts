import type { RequestedChange } from '../../domain/edits/edit.ts';
import { keyField } from '../../domain/files/field.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { textProblem, valueProblem, type TextProblem } from '../../domain/core/text.ts';

/** One line of the metadata editor. */
export type DraftPair = {
  readonly id: number;
  key: string;
  value: string;
  /** The value on screen when the draft began; null for a key that the person added. */
  readonly base: string | null;
  isRemoved: boolean;
};

export type PairProblem = { readonly key: TextProblem | 'twice' | null; readonly value: TextProblem | null };

/** The draft of one file's metadata. It stays until the person saves it or gives it up, also while they look elsewhere. */
export class MetadataDraft {
  pairs = $state<DraftPair[]>([]);
  #lastId = 0;

  readonly changes: readonly RequestedChange[] = $derived(this.pairs.flatMap((pair) => this.#change(pair)));
  readonly isFit = $derived(this.pairs.every((pair) => pair.isRemoved || isClean(this.problemOf(pair))));
  readonly left = $derived(this.pairs.filter((pair) => !pair.isRemoved).length);

  constructor(shown: Pick<FileRecord, 'keyvalues'>) {
    this.pairs = shown.keyvalues.map(([key, value]) => ({
      id: ++this.#lastId,
      key,
      value,
      base: value,
      isRemoved: false,
    }));
  }

  /** @returns the new line's id */
  add(key = '', value = ''): number {
    this.pairs.push({ id: ++this.#lastId, key, value, base: null, isRemoved: false });
    return this.#lastId;
  }

  /** Removes a line. A key of the record stays crossed out, so that it can come back; an added key disappears. */
  remove(pair: DraftPair): void {
    if (pair.base === null) this.pairs = this.pairs.filter(({ id }) => id !== pair.id);
    else pair.isRemoved = true;
  }

  putBack(pair: DraftPair): void {
    pair.isRemoved = false;
  }

  /**
   * Takes `key=value` lines: a known key gets the value, an unknown one is added.
   *
   * @returns false when the text has other lines; then the draft takes none
   */
  paste(text: string): boolean {
    const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
    const parts = lines.map((line) => /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(line));
    if (parts.length === 0 || parts.includes(null)) return false;
    for (const [, key = '', value = ''] of parts.filter((part) => part !== null)) this.#put(key, value);
    return true;
  }

  #put(key: string, value: string): void {
    const known = this.pairs.find((pair) => pair.key === key);
    if (known === undefined) return void this.add(key, value);
    known.value = value;
    known.isRemoved = false;
  }

  problemOf(pair: DraftPair): PairProblem {
    if (isUntouched(pair)) return { key: null, value: null };
    const isTwice = this.pairs.some((other) => other.id !== pair.id && other.key === pair.key && !other.isRemoved);
    return { key: textProblem(pair.key) ?? (isTwice ? 'twice' : null), value: valueProblem(pair.value) };
  }

  #change(pair: DraftPair): RequestedChange[] {
    const { base } = pair;
    const mine = pair.isRemoved ? null : pair.value;
    // A key removed and added again is one change of one key.
    const isReplaced = pair.isRemoved && this.pairs.some((other) => other.base === null && other.key === pair.key);
    if (mine === base || isReplaced || isUntouched(pair)) return [];
    return [{ field: keyField(pair.key), base: base ?? this.#removedBase(pair.key), mine }];
  }

  #removedBase(key: string): string | null {
    return this.pairs.find((pair) => pair.isRemoved && pair.key === key)?.base ?? null;
  }
}

/** A new line without a key or a value is not there yet. */
const isUntouched = ({ base, key, value }: DraftPair): boolean => base === null && key === '' && value === '';

const isClean = (problem: PairProblem): boolean => problem.key === null && problem.value === null;
