/** Scripts whose letters are drawn alike. */
export type LookAlikeScript = 'Latin' | 'Cyrillic' | 'Greek';

const WORD = /[\p{L}\p{M}]+/gu;

const letters: Readonly<Record<LookAlikeScript, RegExp>> = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  // The letters of units and formulas (μm, Δt, kΩ, λ, π) stand beside Latin ones for good, and look like none of them.
  Greek: /(?![μΔΩλπθσΣΦφ])\p{Script=Greek}/u,
};
const scripts = ['Latin', 'Cyrillic', 'Greek'] as const;

/**
 * The scripts that one word of a text mixes, so that it may only look like another name: "pаypal" with a Cyrillic "а"
 * (UTS #39, mixed-script confusables). Words of different scripts beside each other are no such mixture.
 *
 * @returns empty for a text without such a word
 */
export function mixedScripts(text: string): readonly LookAlikeScript[] {
  // Nearly every name is ASCII, and a list asks for every name in sight.
  if (!/[\u0370-\u052f\u1c80-\u1c8f\u1f00-\u1fff\u2de0-\u2dff\ua640-\ua69f]/.test(text)) return [];
  for (const [word] of text.matchAll(WORD)) {
    const found = scripts.filter((script) => letters[script].test(word));
    if (found.length > 1) return found;
  }
  return [];
}
