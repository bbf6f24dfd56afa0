import { jsonWeight, type JsonWeight } from '../../../src/domain/core/json-text.ts';
import type { UnfitText } from '../../../src/domain/core/unfit-text.ts';

/** A text that cannot be imported as what it was given for. */
export class UnfitTextError extends Error {
  override readonly name = 'UnfitTextError';
  readonly why: UnfitText;

  constructor(why: UnfitText) {
    super(why.kind);
    this.why = why;
  }
}

/** The most bytes that a text may take once it is parsed. The thread that reads it may hold twice as much. */
export const MOST_PARSED_BYTES = 700_000_000;

/** @throws UnfitTextError for JSON that would fill the memory */
export function weighJson(text: string): JsonWeight {
  const weight = jsonWeight(text);
  refuseHeavy(weight.bytes);
  return weight;
}

/** The most bytes when numbers keep their source: what `JSON.parse` notes of it is gone once the text is parsed. */
export const MOST_EXACT_BYTES = 1_000_000_000;

/** @throws UnfitTextError for more bytes than a text may take once it is parsed */
export function refuseHeavy(bytes: number, most = MOST_PARSED_BYTES): void {
  if (bytes > most) throw new UnfitTextError({ kind: 'tooMuchMemory' });
}
