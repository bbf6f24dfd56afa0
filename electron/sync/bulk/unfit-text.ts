/** A text that cannot be imported as what it was given for; the message is for the person. */
export class UnfitTextError extends Error {
  override readonly name = 'UnfitTextError';
}
