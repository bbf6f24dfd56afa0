import { count, plural } from '../../../components/format.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './local-words-messages.ts';

export const localWordsMessages: WordingOf<typeof english>['localWordsMessages'] = {
  onlyHere: 'Nur auf diesem Computer',
  star: 'Stern',
  starred: 'mit Stern',
  toggled: (isStarred, files) =>
    isStarred
      ? `${plural(files, 'Datei hat jetzt einen Stern', 'Dateien haben jetzt einen Stern')}.`
      : `${plural(files, 'Datei hat keinen Stern mehr', 'Dateien haben keinen Stern mehr')}.`,
  tooManyStars: (most) =>
    `Höchstens ${count(most)} Dateien einer Verbindung können einen Stern haben. Nichts wurde geändert: weniger Dateien auswählen oder bei allen einen Metadaten-Schlüssel setzen.`,
  dismiss: 'Schließen',
  note: 'Eigene Notiz',
  noted: 'mit Notiz',
  addNote: 'Notiz schreiben',
  tooManyNotes: (most) =>
    `Höchstens ${count(most)} Dateien einer Verbindung können eine Notiz haben. Diese ist nicht gesichert.`,
  promote: 'Zu den Metadaten…',
  key: 'Metadaten-Schlüssel',
  usualKey: 'notiz',
  promoteHint:
    'Reiht eine Änderung ein: Die Notiz wird dann als Wert dieses Schlüssels an den Dienst gesendet und bleibt auch hier. Zeilenumbrüche werden zu Leerzeichen.',
  replaces: 'Die Datei hat diesen Schlüssel: Die Notiz tritt an die Stelle seines Werts.',
  add: 'Zu den Metadaten hinzufügen',
  groupName: 'Name der Gruppe',
  nameGroup: 'Gruppe benennen',
  renameGroup: 'Gruppe umbenennen',
  keepGroupName: 'Namen behalten',
  groupHint: 'Der Name bleibt auf diesem Computer. Der Dienst kennt die Gruppe an ihrer ID.',
  promoteGroup: 'Namen der Gruppe zu den Metadaten…',
  usualGroupKey: 'gruppe',
  tooManyGroupNames: (most) =>
    `Höchstens ${count(most)} Gruppen einer Verbindung können einen Namen haben. Dieser wird nicht behalten.`,
};
