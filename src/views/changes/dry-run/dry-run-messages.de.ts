import { count, isOne } from '../../../components/format.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './dry-run-messages.ts';

const ofMany = {
  wouldApply: 'gingen durch',
  alreadyThere: 'schon so',
  conflict: 'wären zu klären',
  wouldGiveWay: 'würden weichen',
  refused: 'würden abgelehnt',
  gone: 'beim Dienst verschwunden',
  unread: 'waren nicht lesbar',
  unknown: 'nicht in der Kopie',
};

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
  nothingToSend: 'dafür würde nichts gesendet',
  onlyServiceKnows: 'wäre zu klären: das weiß nur der Dienst',
  unlisted: (files) => `${count(files)} weitere, die gezählt und nicht aufgeführt ${isOne(files) ? 'ist' : 'sind'}`,
  showFile: 'Unter Dateien zeigen',
  more: (left) => `${count(Math.min(left, 100))} weitere zeigen`,
  goneRest: 'Die Änderung bliebe unter Zu klären aufbewahrt.',
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
  cannotRemove: (key) => `Dieser Dienst kann keinen Schlüssel entfernen („${key}“)`,
  verdict: {
    wouldApply: 'ginge durch',
    alreadyThere: 'schon so',
    conflict: 'wäre zu klären',
    wouldGiveWay: 'würde weichen',
    refused: 'würde abgelehnt',
    gone: 'beim Dienst verschwunden',
    unread: 'war nicht lesbar',
    unknown: 'nicht in der Kopie',
  },
  counted: (verdict, files) => (isOne(files) ? dryRunMessages.verdict : ofMany)[verdict],
  heading: {
    wouldApply: 'Ginge durch',
    alreadyThere: 'Schon so',
    conflict: 'Wäre zu klären',
    wouldGiveWay: 'Bliebe nach der Konfliktregel beim Stand des Dienstes',
    refused: 'Würde abgelehnt',
    gone: 'Beim Dienst verschwunden',
    unread: 'War nicht lesbar',
    unknown: 'Nicht in der Kopie',
  },
};
