import { bytes, plural } from '../../components/format.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './offline-copy-messages.ts';

export const offlineCopyMessages: WordingOf<typeof english>['offlineCopyMessages'] = {
  about:
    'Jede Verbindung hat auf diesem Computer eine Kopie der Angaben zu ihren Dateien, nie die Dateien selbst. Alle liegen in einem Ordner.',
  total: (sizeBytes) => `Insgesamt ${bytes(sizeBytes)} auf dem Datenträger.`,
  files: 'Dateien',
  size: 'Größe auf dem Datenträger',
  sizeOf: (sizeBytes) => `etwa ${bytes(sizeBytes)}`,
  checked: 'Auf dem Stand von',
  fullCheck: 'Jede Datei geprüft',
  never: 'nie',
  parts: 'Was kopiert wird',
  partsStay:
    'Was ausgelassen ist, wird nicht mehr abgefragt. Angaben von früher bleiben lesbar, bis die Kopie neu aufgebaut wird, und wartende Änderungen werden weiter gesendet.',
  rebuild: 'Kopie neu aufbauen…',
  rebuildOf: (connection) => `Kopie neu aufbauen… (${connection})`,
  title: (connection) => `Kopie von ${connection} neu aufbauen?`,
  question:
    'Die kopierten Angaben zu den Dateien werden gelöscht und neu geholt. Signaturen und das, was andere geändert haben, gehen mit.',
  edits: (files) =>
    files === 0
      ? 'Keine Änderung wartet. Entwürfe, Sterne, Notizen zu Dateien, API-Schlüssel mit ihrer Nutzung und gesicherte Ansichten bleiben.'
      : `Änderungen an ${plural(files, 'Datei', 'Dateien')} bleiben, wie sie sind, ebenso Entwürfe, Sterne, Notizen zu Dateien, API-Schlüssel mit ihrer Nutzung und gesicherte Ansichten.`,
  needsNetwork: 'Bis die nächste Prüfung sie geholt hat, ist hier keine Datei zu lesen. Dafür braucht es ein Netz.',
  confirm: 'Kopie neu aufbauen',
  busy: 'Wird neu aufgebaut…',
};
