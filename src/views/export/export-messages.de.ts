import { bytes, count } from '../../components/format.ts';
import { MOST_KEY_COLUMNS } from '../../domain/exports/library-export.ts';
import { appMessages } from '../messages/app-messages.de.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './export-messages.ts';

export const exportMessages: WordingOf<typeof english>['exportMessages'] = {
  label: 'Export',
  format: 'Format der Datei',
  formats: {
    csv: 'CSV, für eine Tabellenkalkulation',
    jsonl: 'JSON Lines, ohne Verlust',
    sqlite: 'SQLite, eine eigene Datenbank',
  },
  hints: {
    csv: 'Eine Spalte je Metadaten-Schlüssel. Eine Zelle, die eine Tabellenkalkulation ausführen würde, beginnt mit einem Apostroph.',
    jsonl: 'Ein Objekt je Zeile, mit allem, was von einer Datei bekannt ist.',
    sqlite: 'Tabellen der Dateien und der Metadaten, mit einer Notiz darin, die sie erklärt.',
  },
  where: 'Die Datei kommt in den Download-Ordner auf diesem Computer; wo es keinen gibt, in den Datenordner.',
  busy: 'Ein Export läuft. Der nächste kann beginnen, wenn er zu Ende ist.',
  progress: 'Exportierte Dateien',
  cancel: 'Export abbrechen',
  hide: 'Dieses Ergebnis verbergen',
  copyPath: 'Pfad kopieren',
  copied: 'Kopiert',
  exporting: 'Exportiert',
  stopping: 'Der Export wird angehalten…',
  looking: 'Die zu exportierenden Dateien werden angesehen…',
  running: (done, total) => `Exportiert: ${count(done)} von ${appMessages.files(total)}`,
  done: (files, sizeBytes) => `${appMessages.files(files)} exportiert · ${bytes(sizeBytes)}`,
  failed: 'Aus dem Export wurde nichts:',
  trouble: {
    diskFull: 'Der Datenträger ist voll. Das schon Geschriebene ist entfernt.',
    readOnly: 'Der Ordner ist nicht beschreibbar.',
    diskError: 'Der Datenträger nahm es nicht an.',
    tooManyKeys: `Es gibt mehr als ${count(MOST_KEY_COLUMNS)} Metadaten-Schlüssel, und CSV hat für jeden eine Spalte. Ein anderes Format wählen.`,
    broken: 'In Pinfold ging etwas schief. Nichts ging verloren.',
  },
};
