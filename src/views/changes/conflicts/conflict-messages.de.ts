import { count } from '../../../components/format.ts';
import { appMessages } from '../../messages/app-messages.de.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './conflict-messages.ts';

export const conflictMessages: WordingOf<typeof english>['conflictMessages'] = {
  title: (fields) =>
    fields === 1
      ? 'Ein Feld wurde an beiden Orten geändert.'
      : `${count(fields)} Felder wurden an beiden Orten geändert.`,
  others: (fields) =>
    fields === 1
      ? 'Ein weiteres ist nur hier geändert und braucht nichts.'
      : `${count(fields)} weitere sind nur hier geändert und brauchen nichts.`,
  changedInBoth: 'wurde an beiden Orten geändert',
  table: 'An beiden Orten geänderte Felder',
  field: 'Feld',
  before: 'Vorher',
  mine: 'Eigener',
  server: 'Server',
  byHand: 'Von Hand',
  byHandValue: 'Wert von Hand',
  seen: (when) => `gesehen ${when}`,
  combined: 'vereint',
  unchanged: 'unverändert',
  result: 'Ergebnis:',
  undecided: (fields) =>
    fields === 1
      ? 'Für ein weiteres Feld einen Wert wählen.'
      : `Für ${count(fields)} weitere Felder einen Wert wählen.`,
  openQuestion: 'noch nicht gewählt',
  removed: 'entfernt',
  lost: { mine: 'Der eigene Wert', server: 'Der Wert des Servers' },
  stays: 'bleibt im Verlauf dieser Datei.',
  everywhere: (choice, others) =>
    [
      choice === 'mine' ? 'Eigenen Wert verwenden für' : 'Wert des Servers behalten für',
      others === 1 ? 'auch in 1 anderen Datei' : `auch in ${count(others)} anderen Dateien`,
    ] as const,
  which: (others) => (others === 1 ? 'Welche Datei' : 'Welche Dateien'),
  whichMore: (left) => `und ${appMessages.files(left)} mehr`,
  givesWay: 'weicht',
  use: 'Dieses Ergebnis verwenden',
  keepServer: 'Überall den Server behalten',
  later: 'Später entscheiden',
  keys: {
    fields: 'nächstes und voriges Feld',
    mine: 'eigener Wert',
    server: 'Wert des Servers',
    byHand: 'von Hand',
    result: 'Ergebnis verwenden',
  },
  keysWork: 'Sie gelten im ganzen Bereich.',
};
