import type { WordingOf } from '../messages/wording.ts';
import type * as english from './appearance-messages.ts';

export const appearanceMessages: WordingOf<typeof english>['appearanceMessages'] = {
  about: 'Gilt auf diesem Computer für alle Verbindungen. Jede Änderung zeigt sich sofort.',
  colours: 'Farben',
  density: 'Dichte',
  rows: 'Zeilen',
  rowHeights: { dense: '24 dicht', usual: '28 normal', roomy: '36 luftig' },
  textSize: 'Schriftgröße',
  identity: 'Erkennen von Dateien',
  seals: 'Siegel',
  sealsHint: 'Das Siegel ist aus dem Inhalt gezeichnet: gleiche Bytes, gleiches Siegel.',
  sealChoices: { shown: 'Siegel', hidden: 'Keine' },
  words: 'Wörter und Zahlen',
  ages: 'Alter',
  ageChoices: { relative: 'vor 2 Std.', absolute: '22. Nov. 15:05' },
  motion: 'Bewegung',
  moves: 'Marken bewegen sich beim Senden',
  motions: { system: 'wie im System', none: 'nie' },
  sample: 'So sieht es aus',
  sampleRest: 'Die eigenen Dateien, kein Bild davon.',
};
