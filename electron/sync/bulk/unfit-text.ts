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
