import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './first-copy-messages.ts';

type Wording = WordingOf<typeof english>;

export const firstCopyMessages: Wording['firstCopyMessages'] = {
  title: 'Die Bibliothek wird kopiert',
  rest: 'Alles, was schon hier ist, lässt sich benutzen: ansehen, suchen, ändern.',
  files: 'Dateien',
  keys: 'API-Schlüssel',
  soFar: (here) => `bisher ${here}`,
  block: (files) => `Ein Block sind ${files} Dateien.`,
  noTotal: 'Wie viele es sind, sagt der Dienst nicht.',
  whole: 'Die Listen der Dateien sind bis zum Ende gelesen.',
  afterwards: 'nach den Dateien',
  pause: 'Anhalten',
  goOn: 'Weiter',
  restart: 'Nach einem Neustart geht es dort weiter, wo es aufhörte.',
};
