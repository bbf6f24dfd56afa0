import { count, plural } from '../../../components/format.ts';
import { LONGEST_ID_LIST } from '../../../domain/files/id-list.ts';
import { appMessages } from '../../messages/app-messages.de.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './import-messages.ts';

export const importMessages: WordingOf<typeof english>['importMessages'] = {
  title: 'IDs importieren',
  ids: 'Datei-IDs',
  hint: 'Eine ID je Zeile, oder CSV, JSON oder JSON Lines mit einer Spalte id. Eine Datei lässt sich auch hierher ziehen.',
  go: 'Importieren',
  busy: 'Importiert…',
  stop: 'Anhalten',
  choose: 'Datei wählen…',
  added: (files) =>
    files === 1
      ? '1 Datei kam in die Kopie auf diesem Computer.'
      : `${count(files)} Dateien kamen in die Kopie auf diesem Computer.`,
  notFound: (lines) => `${plural(lines, 'Zeile', 'Zeilen')} nicht.`,
  results: 'Was aus jeder Zeile wurde',
  line: (number) => `Zeile ${count(number)}`,
  only: (listed) => `Die ersten ${count(listed)} Zeilen sind aufgeführt.`,
  here: 'in der Kopie',
  reason: {
    notAnId: 'Das ist keine Datei-ID.',
    notFound: 'Der Dienst hat in diesem Netz keine Datei mit dieser ID.',
    stopped: 'Nicht gefragt: Der Import wurde angehalten.',
    failed: (why) => why,
    notAsked: (why) => `Nicht gefragt. ${why}`,
  },
  problem: {
    tooLong: `Diese Liste ist länger als ${count(LONGEST_ID_LIST)} Zeichen. Bitte aufteilen.`,
    several: appMessages.severalFiles,
    unread: appMessages.unreadFile,
  },
  unusable: 'Diese Liste ist nicht brauchbar.',
};
