import type * as english from '../../components/component-messages.ts';
import { count } from '../../components/format.ts';
import type { WordingOf } from './wording.ts';

export const componentMessages: WordingOf<typeof english>['componentMessages'] = {
  name: 'Name',
  emptyKey: '(leerer Schlüssel)',
  notSet: 'nicht gesetzt',
  empty: 'leer',
  characters: (characters) => `${count(characters)} Zeichen`,
  request: 'Anfrage',
  scripts: { Latin: 'Lateinisch', Cyrillic: 'Kyrillisch', Greek: 'Griechisch' },
  lookAlike: (scripts) => `${scripts.join(' + ')} in einem Wort`,
  clipboardRefused:
    'Der Browser ließ Pinfold nicht in die Zwischenablage schreiben. In das Fenster klicken und es noch einmal versuchen.',
  lookAlikeHint: 'Ähnliche Buchstaben zweier Schriften: Das sieht vielleicht nur aus wie ein anderer Name.',
};
