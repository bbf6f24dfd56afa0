import { count, plural } from '../../../components/format.ts';
import { appMessages } from '../../messages/app-messages.de.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './dry-run-messages.ts';

export const dryRunMessages: WordingOf<typeof english>['dryRunMessages'] = {
  go: 'Probelauf',
  goFor: (title) => `Probelauf: ${title}`,
  title: 'Probelauf',
  ofAll: 'Alles Angekreuzte. Zurückgehaltene Änderungen bleiben außen vor.',
  asking: 'Fragt, was das Senden bewirken würde…',
  again: 'Noch einmal',
  nothing: 'Nichts wartet, also würde nichts gesendet.',
  wroteNothing: 'Nichts wurde geschrieben.',
  outdated: 'Seitdem haben sich die Änderungen bewegt.',
  list: 'Was mit jeder Datei geschähe',
  listed: (shown, all) =>
    shown === all
      ? `${appMessages.files(all)}, zu Klärendes zuerst`
      : `${count(shown)} von ${appMessages.files(all)}, zu Klärendes zuerst`,
  more: (left) => `${count(Math.min(left, 100))} weitere zeigen`,
  goneRest: 'Die Änderung bliebe unter Verworfen aufbewahrt.',
  unknownRest:
    'Sie ist nicht in der Kopie auf diesem Computer, deshalb lässt sich ohne Rückfrage beim Dienst nichts sagen.',
  asked: (at) => `Der Dienst wurde um ${at} gefragt.`,
  notAsked: (copyOf, why) => `Geprüft an der Kopie von ${copyOf}, denn ${why}.`,
  whyNot: {
    cannotRead: 'dieser Dienst lässt sich ohne Änderung nicht nach einer Datei fragen',
    offline: 'es gibt kein Netz',
    paused: 'diese Verbindung ist angehalten',
    noAnswer: 'der Dienst antwortete nicht',
    noToken: 'es gibt kein Token',
  },
  verdict: {
    wouldApply: 'ginge durch',
    alreadyThere: 'schon so',
    conflict: 'wäre zu klären',
    refused: 'würde abgelehnt',
    gone: 'beim Dienst verschwunden',
    unread: 'war nicht lesbar',
    unknown: 'nicht in der Kopie',
  },
  counted: {
    wouldApply: (number) => `${count(number)} ${number === 1 ? 'ginge' : 'gingen'} durch`,
    alreadyThere: (number) => `${count(number)} schon so`,
    conflict: (number) => plural(number, 'Konflikt', 'Konflikte'),
    refused: (number) => `${count(number)} ${number === 1 ? 'würde' : 'würden'} abgelehnt`,
    gone: (number) => `${count(number)} verschwunden`,
    unread: (number) => `${count(number)} ${number === 1 ? 'war' : 'waren'} nicht lesbar`,
    unknown: (number) => `${count(number)} nicht in der Kopie`,
  },
};
