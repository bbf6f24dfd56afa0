import { pastedCid, readCid } from '../signatures/cid.ts';

/** What the typed text looks for: anything, commands alone (after `>`), or one file by its id or CID (after `:`). */
export type PaletteScope = 'everything' | 'commands' | 'ids';

export type AskedWords = { readonly scope: PaletteScope; readonly words: string };

const QUOTES = /^["'“”‘’<]+|["'“”‘’>]+$/gu;
const bare = (text: string): string => pastedCid(text.trim().replace(QUOTES, ''));

/** Reads the text of the palette. A CID alone, in quotes, or in an address asks for that CID without a `:`. */
export function askedWords(text: string): AskedWords {
  const typed = text.trimStart();
  if (typed.startsWith('>')) return { scope: 'commands', words: typed.slice(1).trim() };
  if (typed.startsWith(':')) return { scope: 'ids', words: bare(typed.slice(1)) };
  const pasted = bare(typed);
  return readCid(pasted) === null ? { scope: 'everything', words: typed.trim() } : { scope: 'ids', words: pasted };
}
