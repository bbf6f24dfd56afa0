import { bytes, count, isOne, monthName, percent, plural } from '../../components/format.ts';
import type { MonthAmount } from '../../domain/library/contents.ts';
import { appMessages } from '../messages/app-messages.de.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './library-sentence-messages.ts';

const inMonth = ({ sizeBytes, month }: MonthAmount): string => `${bytes(sizeBytes)} im ${monthName(month)}`;

export const librarySentenceMessages: WordingOf<typeof english>['librarySentenceMessages'] = {
  all: '100\u00a0%',
  nearlyAll: 'fast 100\u00a0%',
  half: 'die Hälfte',
  types: {
    unknown: 'Der Dienst nennt keine Größen nach Typ.',
    most: (type, share) => [type, `: ${share} der Größe`],
    mostFiles: (type) => ['; die meisten Dateien: ', type],
  },
  months: {
    none: 'Keiner dieser Monate hat eine Datei.',
    first: (now) => `Alles hier kam in diesem Monat: ${bytes(now.sizeBytes)}.`,
    only: (now) => `Von diesen Monaten hat nur der laufende Dateien: ${bytes(now.sizeBytes)}.`,
    record: (now, isTwice) =>
      `Dieser Monat brachte ${bytes(now.sizeBytes)}, mehr als ${isTwice ? 'doppelt so viel wie ' : ''}jeder andere hier.`,
    usual: (now, most) => `${bytes(now.sizeBytes)} in diesem Monat; am meisten waren es hier mit ${inMonth(most)}.`,
    quiet: (most) => `Nichts in diesem Monat; am meisten waren es hier mit ${inMonth(most)}.`,
  },
  groups: {
    none: 'Keine Datei ist in einer Gruppe.',
    unsorted: (files) => `${appMessages.files(files)} in keiner Gruppe.`,
    most: (group, ofBytes, ofFiles) => [group, `: ${ofBytes} der Größe in ${percent(ofFiles)} der Dateien.`],
  },
  keys: {
    none: 'Keine Datei hat Metadaten.',
    rare: 'Kein Schlüssel steht bei mehr als der Hälfte der Dateien.',
    complete: (keys) => `${plural(keys, 'Schlüssel steht', 'Schlüssel stehen')} bei jeder Datei.`,
    without: (files, key) => [`${appMessages.files(files)} ohne `, key],
    andWithout: (files, key) => [`, ${count(files)} ohne `, key],
  },
  runOuts: (usedUp, soon) =>
    [
      usedUp === 0 ? 'Keiner ist aufgebraucht' : `${plural(usedUp, 'ist', 'sind')} aufgebraucht`,
      soon === 0 ? 'keiner endet binnen 30 Tagen.' : `${plural(soon, 'endet', 'enden')} binnen 30 Tagen.`,
    ].join(', '),
  edits: {
    none: 'In den letzten 30 Tagen wurde keine Änderung gesendet und keine gesehen.',
    mostToday: 'Heute ist der stärkste Tag der letzten 30',
    noneSent: 'In den letzten 30 Tagen wurde keine gesendet',
    sent: (edits) => `${plural(edits, 'Änderung wurde', 'Änderungen wurden')} in den letzten 30 Tagen gesendet`,
    elsewhere: (edits) => `; ${count(edits)} ${isOne(edits) ? 'kam' : 'kamen'} von anderswo.`,
  },
};
