import type { RequestedChange } from '../../domain/edits/edit.ts';
import type { DraftLine, DraftOf } from '../../domain/edits/draft.ts';
import { type PasteEffect, pasteEffect, pastedPairs } from '../../domain/edits/pasted-pairs.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { textProblem, valueProblem, type TextProblem } from '../../domain/core/text.ts';
import { DraftPair } from './draft-pair.svelte.ts';
import {
  changesOf,
  type EditorLines,
  linesOf,
  linesSince,
  pairsLeft,
  untouched,
  valuesByKey,
  wantedUnder,
  withoutLine,
} from './metadata-lines.ts';

type WithPairs = Pick<FileRecord, 'keyvalues'>;

export type PairProblem = { readonly key: TextProblem | 'twice' | null; readonly value: TextProblem | null };

/** What a touched line was typed over, and what stands there now. */
export type TypedOver = { readonly base: string | null; readonly now: string | null };

/** The last pasted lines: what they did, and the lines of the editor before them. */
type Paste = { readonly effect: PasteEffect; readonly before: readonly DraftLine[] };

/** The draft of one file's metadata. It stays until the person saves it or gives it up, also while they look elsewhere. */
export class MetadataDraft {
  pairs = $state.raw<readonly DraftPair[]>([]);
  #pasted = $state<string | null>(null);
  #lastPaste = $state.raw<Paste | null>(null);
  #shown = $state.raw(valuesByKey([]));
  readonly #onchange: () => void;
  #lastId = 0;

  readonly changes: readonly RequestedChange[] = $derived(changesOf(this.pairs));
  /** Changes as a person counts them: a renamed key is one, although a key goes and another comes. */
  readonly changeCount = $derived(
    this.changes.length -
      this.pairs.filter(
        ({ isRenamed, isLeft, from }) =>
          isRenamed && isLeft && !this.pairs.some((other) => other.isLeft && other.key === from),
      ).length,
  );
  readonly isFit = $derived(this.pairs.every((pair) => pair.isRemoved || isClean(this.problemOf(pair))));
  readonly left = $derived(this.pairs.filter(({ isLeft }) => isLeft).length);
  /** What a person has typed, to be kept; null when they have touched nothing. */
  readonly typed: DraftOf<'metadata'> | null = $derived.by(() => {
    const lines = this.pairs.filter(({ isTouched }) => isTouched).map(({ line }) => line);
    const pasted = this.#pasted === '' ? null : this.#pasted;
    return lines.length === 0 && pasted === null ? null : { part: 'metadata', lines, pasted };
  });
  /** What the lines in the field for `key=value` lines would do; null while they cannot be read. */
  readonly pasteEffect: PasteEffect | null = $derived.by(() => {
    const pasted = pastedPairs(this.#pasted ?? '');
    return pasted === null ? null : pasteEffect(pairsLeft(this.pairs), pasted);
  });

  /**
   * @param kept what was typed before, on top of the values shown now
   * @param onchange is called after each change by the person
   */
  constructor(shown: WithPairs, kept: DraftOf<'metadata'> | null = null, onchange = (): void => undefined) {
    this.#onchange = onchange;
    this.#shown = valuesByKey(shown.keyvalues);
    this.#pasted = kept?.pasted ?? null;
    this.pairs = linesOf(shown.keyvalues, kept?.lines ?? []).map((line) => this.#pair(line));
  }

  /** Each line as it is now. */
  get lines(): EditorLines {
    return this.pairs.map(({ id, line }) => [id, line]);
  }

  /** What was typed after these lines were saved, beside that text in the field for `key=value` lines; null for nothing. */
  typedSince(saved: EditorLines, savedPasted: string | null): DraftOf<'metadata'> | null {
    const lines = linesSince(saved, this.lines);
    const pasted = this.#pasted === '' || this.#pasted === savedPasted ? null : this.#pasted;
    return lines.length === 0 && pasted === null ? null : { part: 'metadata', lines, pasted };
  }

  /** Text in the field for `key=value` lines; null while that field is closed. */
  get pasted(): string | null {
    return this.#pasted;
  }
  set pasted(text: string | null) {
    this.#pasted = text;
    this.#onchange();
  }
  /** What the last pasted lines did; null when they were undone, or the person went on by hand. */
  get lastPaste(): PasteEffect | null {
    return this.#lastPaste?.effect ?? null;
  }

  #pair(line: DraftLine): DraftPair {
    return new DraftPair(++this.#lastId, line, () => this.#changed());
  }

  #changed(): void {
    this.#lastPaste = null;
    this.#onchange();
  }

  /** Takes the file as it is shown now: lines that nobody has touched follow it, the others keep what was typed. */
  follow(shown: WithPairs): void {
    this.#shown = valuesByKey(shown.keyvalues);
    const stays = ({ isTouched, from }: DraftPair): boolean => isTouched || from === null || this.#now(from) !== null;
    const before = this.pairs.filter(stays);
    for (const pair of before) {
      const now = pair.from === null ? null : this.#now(pair.from);
      if (!pair.isTouched && now !== null && now !== pair.base) pair.startFrom(now);
    }
    const added = withoutLine(shown.keyvalues, before).map(([key, value]) => this.#pair(untouched(key, value)));
    if (added.length > 0 || before.length < this.pairs.length) this.pairs = [...before, ...added];
  }

  /** The value of a key on screen now; null without one. */
  #now(key: string): string | null {
    return this.#shown.get(key) ?? null;
  }

  /** What stands in place of the value that a touched line was typed over; null when that value is still there. */
  typedOver(pair: DraftPair): TypedOver | null {
    if (!pair.isTouched || this.#isTwice(pair)) return null;
    const { base, from } = pair;
    const now = this.#now(from ?? pair.key);
    if (now !== base && now !== wantedUnder(pair)) return { base, now };
    // Somebody else gave the file the key that this line was renamed to.
    const taken = pair.isRenamed && !this.pairs.some((other) => other.from === pair.key) ? this.#now(pair.key) : null;
    return taken === null || taken === pair.value ? null : { base: null, now: taken };
  }

  /** @returns the new line's id */
  add(key = '', value = ''): number {
    const pair = this.#pair({ key, value, base: null, isRemoved: false });
    this.pairs = [...this.pairs, pair];
    this.#changed();
    return pair.id;
  }

  /** Removes a line. A key of the record stays crossed out, so that it can come back; an added key disappears. */
  remove(pair: DraftPair): void {
    if (pair.base !== null) return void (pair.isRemoved = true);
    this.pairs = this.pairs.filter(({ id }) => id !== pair.id);
    this.#changed();
  }

  putBack(pair: DraftPair): void {
    pair.isRemoved = false;
  }

  /**
   * Takes `key=value` lines: a known key gets the value, an unknown one is added. `undoPaste` takes them back.
   *
   * @returns false when the text has other lines; then the draft takes none
   */
  paste(text: string): boolean {
    const pasted = pastedPairs(text);
    if (pasted === null) return false;
    const effect = pasteEffect(pairsLeft(this.pairs), pasted);
    const before = this.pairs.filter(({ isEmpty }) => !isEmpty).map(({ line }) => line);
    for (const [key, value] of pasted) this.#put(key, value);
    this.#lastPaste = { effect, before };
    return true;
  }

  undoPaste(): void {
    if (this.#lastPaste === null) return;
    this.pairs = this.#lastPaste.before.map((line) => this.#pair(line));
    // The file may have changed since the paste.
    this.follow({ keyvalues: [...this.#shown] });
    this.#changed();
  }

  #put(key: string, value: string): void {
    const known = this.pairs.find((pair) => pair.key === key) ?? this.pairs.find(({ isEmpty }) => isEmpty);
    if (known === undefined) return void this.add(key, value);
    known.key = key;
    known.value = value;
    known.isRemoved = false;
  }

  problemOf(pair: DraftPair): PairProblem {
    // What the service holds already may be longer than what can be typed; nothing of it is sent.
    if (!pair.isTouched) return { key: null, value: null };
    const twice = pair.key !== pair.from && this.#isTwice(pair) ? 'twice' : null;
    const value = pair.value === pair.base && !pair.isRenamed ? null : valueProblem(pair.value);
    return { key: textProblem(pair.key) ?? twice, value };
  }

  #isTwice({ id, key }: DraftPair): boolean {
    return this.pairs.some((other) => other.id !== id && other.key === key && !other.isRemoved);
  }
}

const isClean = (problem: PairProblem): boolean => problem.key === null && problem.value === null;
