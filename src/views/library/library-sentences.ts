import { percent } from '../../components/format.ts';
import type { KeyCounts } from '../../domain/keys/api-key.ts';
import { endingSoon, type KeyRunOuts } from '../../domain/keys/key-run-outs.ts';
import type { LibraryContents, MonthAmount } from '../../domain/library/contents.ts';
import type { ArrivedEdits, LibraryNews } from '../../domain/library/news.ts';
import { editFinding, gapsIn, largestOf, monthFinding, mostFiles } from '../../domain/library/findings.ts';
import { libraryMessages, typeName } from './library-messages.ts';
import { librarySentenceMessages as messages, type Sentence } from './library-sentence-messages.ts';

const named = (type: string): string | { readonly foreign: string } => typeName(type) ?? { foreign: type };

/** "half", "nearly all", "41 %". Only the whole is all, as only the whole is 100 %. */
function shareWords(share: number): string {
  if (share >= 1) return messages.all;
  if (share >= 0.9) return messages.nearlyAll;
  return share > 0.47 && share < 0.53 ? messages.half : percent(share);
}

export function typesSentence({ types, all }: LibraryContents): Sentence {
  const top = largestOf(types.rows, all);
  if (top === null) return [messages.types.unknown];
  const most = mostFiles(types.rows);
  const first = messages.types.most(named(top.row.type), shareWords(top.ofBytes));
  return most === null || most.type === top.row.type
    ? [...first, '.']
    : [...first, ...messages.types.mostFiles(named(most.type)), '.'];
}

/** @param shown the months that a chart shows: of all others it says nothing, but that there are some */
export function monthsSentence(
  shown: readonly MonthAmount[],
  presentMonth: string,
  { all }: Pick<LibraryContents, 'all'>,
): Sentence {
  const found = monthFinding(shown, presentMonth);
  switch (found.kind) {
    case 'none':
      return [messages.months.none];
    case 'first':
      return [messages.months[found.now.files < all.files ? 'only' : 'first'](found.now)];
    case 'record':
      return [messages.months.record(found.now, found.times === 2)];
    case 'usual':
      return [messages.months.usual(found.now, found.most)];
    case 'quiet':
      return [messages.months.quiet(found.most)];
  }
}

/** @param groupName what stands for a group */
export function groupsSentence({ groups, all }: LibraryContents, groupName: (group: string) => string): Sentence {
  const top = largestOf(groups.rows, all);
  if (groups.rows.length === 0) return [messages.groups.none];
  if (top === null) return [messages.groups.unsorted(groups.none.files)];
  return messages.groups.most({ foreign: groupName(top.row.group) }, shareWords(top.ofBytes), top.ofFiles);
}

export function keysSentence({ keys, all }: LibraryContents): Sentence {
  if (keys.rows.length === 0) return [messages.keys.none];
  const [first, second] = gapsIn(keys, all.files);
  if (first === undefined) {
    const whole = keys.rows.filter(({ files }) => files >= all.files).length;
    return [whole === 0 ? messages.keys.rare : messages.keys.complete(whole)];
  }
  const begun = messages.keys.without(first.missing, { foreign: first.key });
  return second === undefined
    ? [...begun, '.']
    : [...begun, ...messages.keys.andWithout(second.missing, { foreign: second.key }), '.'];
}

export function runOutsSentence(runOuts: KeyRunOuts, counts: KeyCounts | null, nowMs: number): Sentence {
  if (counts?.all === 0) return [libraryMessages.runOuts.none];
  return [messages.runOuts(runOuts.usedUpKeys, endingSoon(runOuts, nowMs))];
}

export function editsSentence(arrived: ArrivedEdits | null, news: LibraryNews | null): Sentence {
  const found = editFinding(arrived?.byDay ?? [], news?.elsewhereByDay ?? []);
  if (found.sent + found.elsewhere === 0) return [messages.edits.none];
  const elsewhere = messages.edits.elsewhere(found.elsewhere);
  if (found.isTodayMost) return [`${messages.edits.mostToday}${elsewhere}`];
  return [`${found.sent === 0 ? messages.edits.noneSent : messages.edits.sent(found.sent)}${elsewhere}`];
}
