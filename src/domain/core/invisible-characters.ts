/**
 * Controls, line separators, halves of surrogate pairs, and what no screen shows (Unicode, `Default_Ignorable_Code_Point`):
 * bidi overrides and isolates, zero-width characters, soft hyphens, fillers, selectors of variants, tags.
 */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

/** Whether a text has a character that may be invisible. */
export const mayHaveInvisible = (text: string): boolean => INVISIBLE.test(text);

/** Emoji that joiners make one of, as a family or a flag (UTS #51, ED-16). */
const JOINED_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]\u200d\p{Extended_Pictographic}$/u;
/** A joiner after a letter of a script whose letters join, as in Persian and Hindi (Unicode, 23.2). */
const JOINED_LETTERS =
  /^(?![\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hang}\p{scx=Hira}\p{scx=Kana}\p{scx=Zinh}\p{scx=Zyyy}])[\p{L}\p{M}][\u200c\u200d]/u;
/** A selector after what has variants: emoji, keycaps, ideographs, Mongolian letters (Unicode, 23.4). */
const VARIANT =
  /^(?:[0-9#*]\ufe0f\u20e3|(?![0-9#*])\p{Emoji}[\ufe0e\ufe0f]|[\p{Ideographic}\p{Sm}\p{Script=Myanmar}\p{Script=Phags_Pa}][\ufe00-\ufe0d]|\p{Ideographic}[\u{e0100}-\u{e01ef}]|\p{Script=Mongolian}[\u180b-\u180f])/u;

/**
 * Whether a character stands unseen in a text, and so makes a twin of another text, or turns the writing around it. What holds
 * its neighbours together is no such character: in its place a badge would tear them apart.
 *
 * @param before the character before it; empty at the beginning
 * @param after the character after it; empty at the end
 */
export function isUnseen(character: string, before: string, after: string): boolean {
  if (!INVISIBLE.test(character)) return false;
  const writing = `${before}${character}${after}`;
  return !(JOINED_EMOJI.test(writing) || JOINED_LETTERS.test(writing) || VARIANT.test(writing));
}
