import type * as english from './copied-parts-messages.ts';
import type { WordingOf } from './wording.ts';

export const copiedPartsMessages: WordingOf<typeof english>['copiedPartsMessages'] = {
  title: 'Was auf diesen Computer kopiert wird',
  parts: { public: 'Öffentliche Dateien', private: 'Private Dateien', keys: 'API-Schlüssel' },
  about: {
    public: 'Namen, Metadaten, Größen, Zeiten, Gruppen',
    private: 'dasselbe, für Dateien, die nur das eigene Konto sieht',
    keys: 'Namen, Berechtigungen, Nutzung; nie ein Geheimnis',
  },
  noBytes: 'Die Dateien selbst bleiben, wo sie sind: Pinfold kopiert, was über sie bekannt ist, nicht ihren Inhalt.',
  one: 'Mindestens eines davon wird kopiert.',
  leftOut: {
    public: 'Öffentliche Dateien werden nicht kopiert.',
    private: 'Private Dateien werden nicht kopiert.',
    keys: 'API-Schlüssel werden nicht kopiert.',
    files: 'Dateien werden nicht kopiert.',
  },
  leftOutRest: 'Diese Verbindung lässt sie in ihrer Kopie aus.',
  choose: 'Wählen, was kopiert wird',
};
