import { count, plural } from '../../../components/format.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './local-words-messages.ts';

export const localWordsMessages: WordingOf<typeof english>['localWordsMessages'] = {
  onlyHere: 'Nur auf diesem Computer',
  star: 'Stern',
  starred: 'mit Stern',
  starredName: (name) => `${name}, mit Stern`,
  toggled: (isStarred, files) =>
    isStarred
      ? `${plural(files, 'Datei hat jetzt einen Stern', 'Dateien haben jetzt einen Stern')}.`
      : `${plural(files, 'Datei hat keinen Stern mehr', 'Dateien haben keinen Stern mehr')}.`,
  tooManyStars: (most) =>
    `Höchstens ${count(most)} Dateien einer Verbindung können einen Stern haben. Nichts wurde geändert: weniger Dateien auswählen oder bei allen einen Metadatenschlüssel setzen.`,
  dismiss: 'Schließen',
};
