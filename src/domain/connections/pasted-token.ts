/** The parts that a pasted token may have around it. */
export const tokenWrappings = ['bearer', 'quotes', 'lineBreaks', 'blanks'] as const;
export type TokenWrapping = (typeof tokenWrappings)[number];

/** Which parts `cleanToken` takes off a pasted text, in the order of `tokenWrappings`. */
export function takenOff(text: string): readonly TokenWrapping[] {
  const bare = text.replace(/["'`\s]+/g, ' ').trim();
  const isPresent: Record<TokenWrapping, boolean> = {
    bearer: /^(authorization:\s*)?bearer\s+\S/i.test(bare),
    quotes: /["'`]/.test(text),
    lineBreaks: /[\r\n]/.test(text),
    // The blank after `Bearer` goes with it.
    blanks: /[^\S\r\n]/.test(text.replace(/(authorization:\s*)?bearer\s+/i, '')),
  };
  return tokenWrappings.filter((part) => isPresent[part]);
}
