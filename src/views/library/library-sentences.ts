import { bytes, count, monthName, percent, plural } from '../../components/format.ts';
import type { KeyCounts } from '../../domain/keys/api-key.ts';
import type { KeyRunOuts } from '../../domain/keys/key-run-outs.ts';
import type { LibraryContents, MonthAmount } from '../../domain/library/contents.ts';
import type { ArrivedEdits, LibraryNews } from '../../domain/library/news.ts';
import { editFinding, gapsIn, largestOf, monthFinding, mostFiles } from '../../domain/library/findings.ts';
import { fileCount } from '../messages/app-messages.ts';
import { libraryMessages, typeName } from './library-messages.ts';

/** A sentence in parts: words of ours, and text of the service, which has to be shown as text. */
export type Sentence = readonly (string | { readonly foreign: string })[];

const named = (type: string): string | { readonly foreign: string } => typeName(type) ?? { foreign: type };

/** "half", "nearly all", "41 %". */
function shareWords(share: number): string {
  if (share >= 0.999) return 'all';
  if (share >= 0.9) return 'nearly all';
  return share > 0.47 && share < 0.53 ? 'half' : percent(share);
}

export function typesSentence({ types, all }: LibraryContents): Sentence {
  const top = largestOf(types.rows, all);
  if (top === null) return ['The service gives no sizes by type.'];
  const most = mostFiles(types.rows);
  const first: Sentence = [named(top.row.type), `: ${shareWords(top.ofBytes)} of the bytes`];
  return most === null || most.type === top.row.type
    ? [...first, '.']
    : [...first, '; most files: ', named(most.type), '.'];
}

/** @param shown the months that a chart shows: of all others it says nothing */
export function monthsSentence(shown: readonly MonthAmount[], presentMonth: string): Sentence {
  const found = monthFinding(shown, presentMonth);
  switch (found.kind) {
    case 'none':
      return ['No month of these has a file.'];
    case 'first':
      return [`All that is here came this month: ${bytes(found.now.sizeBytes)}.`];
    case 'record':
      return [
        `This month brought ${bytes(found.now.sizeBytes)}, more than ${found.times === 2 ? 'twice ' : ''}any other month here.`,
      ];
    case 'usual':
      return [
        `${bytes(found.now.sizeBytes)} this month; the most here was ${bytes(found.most.sizeBytes)} in ${monthName(found.most.month)}.`,
      ];
    case 'quiet':
      return [
        `Nothing this month; the most here was ${bytes(found.most.sizeBytes)} in ${monthName(found.most.month)}.`,
      ];
  }
}

export function groupsSentence({ groups, all }: LibraryContents): Sentence {
  const top = largestOf(groups.rows, all);
  if (groups.rows.length === 0) return ['No file is in a group.'];
  if (top === null) return [`${fileCount(groups.none.files)} in no group.`];
  return [
    { foreign: top.row.group },
    ` holds ${shareWords(top.ofBytes)} of the bytes in ${percent(top.ofFiles)} of the files.`,
  ];
}

export function keysSentence({ keys, all }: LibraryContents): Sentence {
  if (keys.rows.length === 0) return ['No file has metadata.'];
  const [first, second] = gapsIn(keys, all.files);
  if (first === undefined) {
    const whole = keys.rows.filter(({ files }) => files >= all.files).length;
    return [
      whole === 0
        ? 'Each key is on less than half of the files.'
        : `${plural(whole, 'key is', 'keys are')} on every file.`,
    ];
  }
  const begun: Sentence = [`${fileCount(first.missing)} without `, { foreign: first.key }];
  return second === undefined
    ? [...begun, '.']
    : [...begun, `, ${count(second.missing)} without `, { foreign: second.key }, '.'];
}

export function runOutsSentence(runOuts: KeyRunOuts, counts: KeyCounts | null, horizonMs: number): Sentence {
  if (counts?.all === 0) return [libraryMessages.runOuts.none];
  const soon = runOuts.ending.filter(({ aboutMs }) => aboutMs <= horizonMs).length;
  const used = runOuts.usedUpKeys === 0 ? 'None is used up' : `${plural(runOuts.usedUpKeys, 'is', 'are')} used up`;
  const ending = soon === 0 ? 'none runs out within 30 days' : `${plural(soon, 'runs', 'run')} out within 30 days`;
  return [`${used}, ${ending}.`];
}

export function editsSentence(arrived: ArrivedEdits | null, news: LibraryNews | null): Sentence {
  const found = editFinding(arrived?.byDay ?? [], news?.elsewhereByDay ?? []);
  if (found.sent + found.elsewhere === 0) return ['No edit was sent in the last 30 days, and none was seen.'];
  const elsewhere = `${count(found.elsewhere)} came from elsewhere.`;
  if (found.isTodayMost) return [`Today is the biggest day of the last 30; ${elsewhere}`];
  if (found.sent === 0) return [`None was sent in the last 30 days; ${elsewhere}`];
  return [`${plural(found.sent, 'edit was', 'edits were')} sent in the last 30 days; ${elsewhere}`];
}
