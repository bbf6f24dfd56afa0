import { foldedMatches, joinedRanges, type TextRange } from '../core/text-matches.ts';
import { folded } from '../core/text.ts';

/** The words that somebody typed, folded as titles are. */
export const wantedWords = (typed: string): readonly string[] => folded(typed).split(/\s+/u).filter(Boolean);

/** Whether a folded text has a word with this beginning. */
export const hasWordFrom = (text: string, beginning: string): boolean =>
  text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(beginning));

/** The places of a title that the typed words mean: where each begins a word, as that counts more, else wherever it stands. */
export function titleMatches(title: string, typed: string): readonly TextRange[] {
  const found = wantedWords(typed).flatMap((word) => {
    const everywhere = foldedMatches(title, word);
    const atBeginnings = everywhere.filter(({ from }) => !/[\p{L}\p{N}]$/u.test(folded(title.slice(0, from))));
    return atBeginnings.length > 0 ? atBeginnings : everywhere;
  });
  return joinedRanges(found);
}
