import { count, duration, isOne, plural, until } from '../../../components/format.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './replay-messages.ts';

export const replayMessages: WordingOf<typeof english>['replayMessages'] = {
  running: 'Änderungen werden gesendet',
  progress: 'Gesendete Dateien',
  sent: (done, all) => `${count(done)} von ${count(all)}`,
  pace: (perSecond) => `${count(Math.round(perSecond))}/s`,
  left: (leftMs) => `noch etwa ${until(leftMs, 0)}`,
  refusedSoFar: (number, reasons) => `bisher ${count(number)} abgelehnt${reasons === 1 ? ', ein Grund' : ''}`,
  pause: 'Anhalten',
  ended: 'Was aus den Änderungen wurde',
  title: (all, tookMs) => `Änderungen an ${plural(all, 'Datei', 'Dateien')} in ${duration(tookMs)} gesendet`,
  nothingSent: (all) => `Von den Änderungen an ${plural(all, 'Datei', 'Dateien')} wurde nichts gesendet`,
  undecided: (number) =>
    isOne(number)
      ? '1 bleibt auf diesem Computer, bis zur Entscheidung'
      : `${count(number)} bleiben auf diesem Computer, bis zur Entscheidung`,
  stillWaiting: (number) => (isOne(number) ? '1 wartet noch' : `${count(number)} warten noch`),
  outcomes: {
    onServer: 'auf dem Server',
    combined: 'mit der Änderung von jemand anderem vereint',
    gaveWay: 'nach der Konfliktregel beim Stand des Dienstes belassen',
    needsYou: 'an beiden Orten geändert',
    refused: 'abgelehnt',
    gone: 'beim Dienst nicht mehr vorhanden',
  },
  refusedFor: (reasons) => `abgelehnt, ${isOne(reasons) ? 'ein Grund' : plural(reasons, 'Grund', 'Gründe')}`,
  links: {
    onServer: 'Gesendete zeigen',
    combined: 'Vereinte zeigen',
    gaveWay: 'Verworfene zeigen',
    needsYou: 'Entscheiden',
    refused: 'Grund ansehen',
    gone: 'Ansehen',
  },
  times: (from, to) => (from === to ? from : `${from} bis ${to}`),
  tick: (files) =>
    isOne(files)
      ? 'Ein Strich ist eine Datei, in der Reihenfolge des Sendens.'
      : `Ein Strich steht für ${count(files)} Dateien, in der Reihenfolge des Sendens.`,
  copy: 'Als Text kopieren',
  copied: 'Kopiert',
  close: 'Schließen',
};
