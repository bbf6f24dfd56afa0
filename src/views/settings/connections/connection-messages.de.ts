import { count, plural } from '../../../components/format.ts';
import { baseUrlProblemMessages } from '../../messages/app-messages.de.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './connection-messages.ts';

type Wording = WordingOf<typeof english>;

export const selfTestProblemMessages: Wording['selfTestProblemMessages'] = {
  atRest: 'Diese Verbindung ruht. Zuerst fortsetzen.',
  unfinished: 'Was ein früherer Selbsttest hinterließ, ist noch nicht weggenommen.',
  hasEdits: 'Diese Datei hat Änderungen, die nicht erledigt sind. Eine andere wählen.',
};

export const connectionMoveMessages: Wording['connectionMoveMessages'] = {
  title: 'Andere Adresse',
  label: 'Adresse des Dienstes',
  hint: 'Mit ihrer Version. Auf demselben Server bleiben Token, Kopie und Änderungen, wie sie sind.',
  elsewhere: (host) => `${host} ist für Pinfold ein anderer Dienst.`,
  consequences: (from) =>
    `Das Token wird vergessen und die Kopie der Dateien und Schlüssel neu erstellt. Nichts für ${from} Bestimmtes geht dorthin.`,
  parks: (from, files) =>
    files === 0
      ? 'Keine Änderung wartet.'
      : `Änderungen an ${plural(files, 'Datei', 'Dateien')} werden geparkt: Sie bleiben auf diesem Computer und gehen weiter, sobald die Adresse wieder ${from} ist.`,
  token: (host) => `Token für ${host}`,
  tokenHint: 'Es geht an diesen Server und an niemanden sonst.',
  go: 'Adresse ändern',
  going: 'Wird geändert…',
  problems: {
    ...baseUrlProblemMessages,
    practice: 'Der Übungsdienst findet seine Adresse selbst.',
    needsToken: 'Ein anderer Server braucht ein eigenes Token.',
  },
};

export const connectionLimitMessages: Wording['connectionLimitMessages'] = {
  readOnly: 'Schreibgeschützt: bei diesem Dienst nie etwas ändern',
  readOnlyHint:
    'Die Prüfung auf Neues geht weiter. Es lässt sich nichts ändern, und wartende Änderungen bleiben aufbewahrt und werden nicht gesendet. Darüber wacht der Teil von Pinfold, der mit dem Dienst spricht, nicht nur diese Ansichten.',
  pace: 'Anfragen in der Minute, höchstens',
  paces: { usual: 'wie üblich (240; auf diesem Computer ohne Grenze)' },
};

export const selfTestMessages: Wording['selfTestMessages'] = {
  open: 'Mit einem Selbsttest klären…',
  title: 'Selbsttest an einer Datei',
  about:
    'Fügt einer genannten Datei einen Metadaten-Schlüssel hinzu und nimmt ihn wieder weg: ein Lesen und zwei oder drei Änderungen. Das klärt, ob dieser Dienst Metadaten zusammenführt oder ersetzt und ob er einen Schlüssel entfernen kann. Eine Datei wählen, die niemanden stört.',
  file: 'Datei',
  fileHint: 'Ein Teil ihres Namens oder ihre ID.',
  look: 'Suchen',
  none: 'Keine Datei der Kopie passt.',
  choose: 'Welche Datei',
  run: 'Selbsttest ausführen',
  running: 'Läuft…',
  done: 'Schließen',
  verdicts: {
    merge: 'Geklärt: Dieser Dienst führt Metadaten zusammen und kann einen Schlüssel entfernen.',
    mergeWithoutRemoval: 'Geklärt: Dieser Dienst führt Metadaten zusammen und kann keinen Schlüssel entfernen.',
    replace: 'Geklärt: Dieser Dienst ersetzt Metadaten, deshalb sendet jede Änderung alle.',
    notStored: 'Nicht geklärt: Der Dienst nahm die Änderung an und speicherte den Schlüssel nicht.',
  },
  backAgain: (updates) =>
    `${count(updates)} ${updates === 1 ? 'Änderung wurde' : 'Änderungen wurden'} gesendet. Die Datei ist, wie sie war.`,
  stays: (key) => `Der Schlüssel ${key} bleibt an der Datei, weil dieser Dienst keinen entfernt.`,
  problems: selfTestProblemMessages,
  brokeOff: 'Ein Selbsttest brach ab.',
  brokeOffRest: (key, file) =>
    `Der Schlüssel ${key} ist vielleicht an der Datei ${file}. Nach einer Minute wird er weggenommen, bei der nächsten Prüfung, die durchkommt.`,
  stayed: 'Ein Selbsttest hinterließ einen Schlüssel.',
  dismiss: 'Verstanden',
};
