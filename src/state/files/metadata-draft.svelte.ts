import type { RequestedChange } from '../../domain/edits/edit.ts';
import type { DraftLine, DraftOf } from '../../domain/edits/draft.ts';
import { keyField } from '../../domain/files/field.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { textProblem, valueProblem, type TextProblem } from '../../domain/core/text.ts';
import { DraftPair } from './draft-pair.svelte.ts';

type Pairs = Pick<FileRecord, 'keyvalues'>;

export type PairProblem = { readonly key: TextProblem | 'twice' | null; readonly value: TextProblem | null };

/** What a touched line was typed over, and what stands there now. */
export type TypedOver = { readonly base: string | null; readonly now: string | null };

/** The draft of one file's metadata. It stays until the person saves it or gives it up, also while they look elsewhere. */
export class MetadataDraft {
  pairs = $state.raw<readonly DraftPair[]>([]);
  #pasted = $state<string | null>(null);
  #shown = $state.raw<Pairs['keyvalues']>([]);
  readonly #onchange: () => void;
  #lastId = 0;

  readonly changes: readonly RequestedChange[] = $derived(this.pairs.flatMap((pair) => this.#change(pair)));
  readonly isFit = $derived(this.pairs.every((pair) => pair.isRemoved || isClean(this.problemOf(pair))));
  readonly left = $derived(this.pairs.filter((pair) => !pair.isRemoved).length);
  /** What a person has typed, to be kept; null when they have touched nothing. */
  readonly typed: DraftOf<'metadata'> | null = $derived.by(() => {
    const lines = this.pairs.filter(({ isTouched }) => isTouched).map(({ line }) => line);
    const pasted = this.#pasted === '' ? null : this.#pasted;
    return lines.length === 0 && pasted === null ? null : { part: 'metadata', lines, pasted };
  });

  /**
   * @param kept what was typed before, on top of the values shown now
   * @param onchange is called after each change by the person
   */
  constructor(shown: Pairs, kept: DraftOf<'metadata'> | null = null, onchange = (): void => undefined) {
    this.#onchange = onchange;
    this.#shown = shown.keyvalues;
    this.#pasted = kept?.pasted ?? null;
    this.pairs = linesOf(shown, kept?.lines ?? []).map((line) => this.#pair(line));
  }

  /** Text in the field for `key=value` lines; null while that field is closed. */
  get pasted(): string | null {
    return this.#pasted;
  }
  set pasted(text: string | null) {
    this.#pasted = text;
    this.#onchange();
  }

  #pair(line: DraftLine): DraftPair {
    return new DraftPair(++this.#lastId, line, this.#onchange);
  }

  /** Takes the file as it is shown now: lines that nobody has touched follow it, the others keep what was typed. */
  follow(shown: Pairs): void {
    this.#shown = shown.keyvalues;
    const stays = ({ isTouched, base, key }: DraftPair): boolean =>
      isTouched || base === null || this.#now(key) !== null;
    const before = this.pairs.filter(stays);
    for (const pair of before) {
      const now = this.#now(pair.key);
      if (!pair.isTouched && pair.base !== null && now !== null && now !== pair.base) pair.startFrom(now);
    }
    const added = this.#shown
      .filter(([key]) => !before.some((pair) => pair.key === key))
      .map(([key, value]) => this.#pair(untouched(key, value)));
    if (added.length > 0 || before.length < this.pairs.length) this.pairs = [...before, ...added];
  }

  /** The value of a key on screen now; null without one. */
  #now(key: string): string | null {
    return this.#shown.find(([name]) => name === key)?.[1] ?? null;
  }

  /** What stands in place of the value that a touched line was typed over; null when that value is still there. */
  typedOver(pair: DraftPair): TypedOver | null {
    const now = this.#now(pair.key);
    const isSame = !pair.isTouched || now === pair.base || now === pair.wanted;
    return isSame || this.#isTwice(pair) ? null : { base: pair.base, now };
  }

  /** @returns the new line's id */
  add(key = '', value = ''): number {
    const pair = this.#pair({ key, value, base: null, isRemoved: false });
    this.pairs = [...this.pairs, pair];
    this.#onchange();
    return pair.id;
  }

  /** Removes a line. A key of the record stays crossed out, so that it can come back; an added key disappears. */
  remove(pair: DraftPair): void {
    if (pair.base !== null) return void (pair.isRemoved = true);
    this.pairs = this.pairs.filter(({ id }) => id !== pair.id);
    this.#onchange();
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
    // What the service holds already may be longer than what can be typed; nothing of it is sent.
    if (isEmpty(pair) || pair.value === pair.base) return { key: null, value: null };
    const twice = this.#isTwice(pair) ? 'twice' : null;
    return { key: textProblem(pair.key) ?? twice, value: valueProblem(pair.value) };
  }

  #isTwice({ id, key }: DraftPair): boolean {
    return this.pairs.some((other) => other.id !== id && other.key === key && !other.isRemoved);
  }

  #change(pair: DraftPair): RequestedChange[] {
    const { base, wanted: mine } = pair;
    // A key removed and added again is one change of one key.
    const isReplaced = pair.isRemoved && this.pairs.some((other) => other.base === null && other.key === pair.key);
    if (mine === base || isReplaced || isEmpty(pair)) return [];
    return [{ field: keyField(pair.key), base: base ?? this.#removedBase(pair.key), mine }];
  }

  #removedBase(key: string): string | null {
    return this.pairs.find((pair) => pair.isRemoved && pair.key === key)?.base ?? null;
  }
}

const untouched = (key: string, value: string): DraftLine => ({ key, value, base: value, isRemoved: false });

/** The lines of an editor: the pairs shown now, each as it was typed before where it was, then the other typed ones. */
function linesOf({ keyvalues }: Pairs, kept: readonly DraftLine[]): readonly DraftLine[] {
  const typed = (key: string): DraftLine | undefined =>
    kept.find((line) => line.key === key && line.base !== null) ?? kept.find((line) => line.key === key);
  const shown = keyvalues.map(([key, value]) => typed(key) ?? untouched(key, value));
  // A key that somebody else has removed meanwhile has nothing left to remove.
  const rest = kept.filter(
    (line) => !shown.includes(line) && !(line.isRemoved && line.base !== null && !isThere(line)),
  );
  return [...shown, ...rest];

  function isThere({ key }: DraftLine): boolean {
    return keyvalues.some(([name]) => name === key);
  }
}

/** A new line without a key or a value is not there yet. */
const isEmpty = ({ base, key, value }: DraftPair): boolean => base === null && key === '' && value === '';

const isClean = (problem: PairProblem): boolean => problem.key === null && problem.value === null;
