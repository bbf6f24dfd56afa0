import { bytes, count, monthName, percent, plural } from '../../components/format.ts';
import type { MonthAmount } from '../../domain/library/contents.ts';
import { fileCount } from '../messages/app-messages.ts';

/** Text of the service, which has to be shown as text. */
type Foreign = { readonly foreign: string };

/** A sentence in parts: words of ours, and text of the service. */
export type Sentence = readonly (string | Foreign)[];

const inMonth = ({ sizeBytes, month }: MonthAmount): string => `${bytes(sizeBytes)} in ${monthName(month)}`;

export const librarySentenceMessages = {
  all: 'all',
  nearlyAll: 'nearly all',
  half: 'half',
  types: {
    unknown: 'The service gives no sizes by type.',
    most: (type: string | Foreign, share: string): Sentence => [type, `: ${share} of the bytes`],
    mostFiles: (type: string | Foreign): Sentence => ['; most files: ', type],
  },
  months: {
    none: 'No month of these has a file.',
    first: (now: MonthAmount) => `All that is here came this month: ${bytes(now.sizeBytes)}.`,
    only: (now: MonthAmount) => `This month alone of these has files: ${bytes(now.sizeBytes)}.`,
    record: (now: MonthAmount, isTwice: boolean) =>
      `This month brought ${bytes(now.sizeBytes)}, more than ${isTwice ? 'twice ' : ''}any other month here.`,
    usual: (now: MonthAmount, most: MonthAmount) =>
      `${bytes(now.sizeBytes)} this month; the most here was ${inMonth(most)}.`,
    quiet: (most: MonthAmount) => `Nothing this month; the most here was ${inMonth(most)}.`,
  },
  groups: {
    none: 'No file is in a group.',
    unsorted: (files: number) => `${fileCount(files)} in no group.`,
    most: (group: Foreign, ofBytes: string, ofFiles: number): Sentence => [
      group,
      ` holds ${ofBytes} of the bytes in ${percent(ofFiles)} of the files.`,
    ],
  },
  keys: {
    none: 'No file has metadata.',
    rare: 'No key is on more than half of the files.',
    complete: (keys: number) => `${plural(keys, 'key is', 'keys are')} on every file.`,
    without: (files: number, key: Foreign): Sentence => [`${fileCount(files)} without `, key],
    andWithout: (files: number, key: Foreign): Sentence => [`, ${count(files)} without `, key],
  },
  runOuts: (usedUp: number, soon: number) =>
    [
      usedUp === 0 ? 'None is used up' : `${plural(usedUp, 'is', 'are')} used up`,
      soon === 0 ? 'none runs out within 30 days.' : `${plural(soon, 'runs', 'run')} out within 30 days.`,
    ].join(', '),
  edits: {
    none: 'No edit was sent in the last 30 days, and none was seen.',
    mostToday: 'Today is the biggest day of the last 30',
    noneSent: 'None was sent in the last 30 days',
    sent: (edits: number) => `${plural(edits, 'edit was', 'edits were')} sent in the last 30 days`,
    elsewhere: (edits: number) => `; ${count(edits)} came from elsewhere.`,
  },
} as const;
