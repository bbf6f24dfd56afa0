import { bytes, plural } from '../../components/format.ts';
import type { WordingOf } from './wording.ts';
import type * as english from './update-messages.ts';

export const updateMessages: WordingOf<typeof english>['updateMessages'] = {
  title: 'Neue Versionen',
  daily: 'Einmal am Tag nach einer neuen Version sehen',
  dailyHint:
    'Fragt die Seite, auf der Pinfold veröffentlicht wird, und sagt ihr sonst nichts. Nichts wird von selbst installiert.',
  check: 'Jetzt nachsehen',
  checking: 'Es wird nachgesehen…',
  notConfigured: 'Dieser Build sucht nicht nach neuen Versionen: Er nennt keinen Ort, an dem er veröffentlicht wird.',
  byNpm:
    'Dies ist der Web-Host. Neue Versionen installiert npm: npm install --global, mit dem Paket der neuen Veröffentlichung.',
  never: 'Noch nicht nachgesehen.',
  lastLook: (when) => `Zuletzt nachgesehen ${when}.`,
  upToDate: (version) => `Pinfold ${version} ist die neueste Version.`,
  later: (version) =>
    `Pinfold ${version} wird nach und nach veröffentlicht und erreicht diesen Computer in den nächsten Tagen.`,
  available: (version) => `Pinfold ${version} ist da.`,
  noPackage: 'Die Veröffentlichung hat kein Paket für diesen Computer. Ihre Seite sagt mehr.',
  download: (sizeBytes) => `Herunterladen, ${bytes(sizeBytes)}`,
  downloading: (doneBytes, sizeBytes) => `${bytes(doneBytes)} von ${bytes(sizeBytes)} sind da.`,
  ready: (version) =>
    `Pinfold ${version} ist heruntergeladen, und die Signatur ist geprüft. Pinfold schließen und das Paket öffnen.`,
  edits: (files) =>
    `Änderungen an ${plural(files, 'Datei', 'Dateien')} sind nicht erledigt. Sie bleiben auf diesem Computer, und die neue Version macht mit ihnen weiter.`,
  show: 'Paket zeigen',
  notes: 'Was neu ist',
  notShown: 'Das System konnte es nicht zeigen.',
  at: 'Es liegt unter',
  problems: {
    unreachable: 'Die Seite der Veröffentlichungen war nicht zu erreichen. Vielleicht fehlt das Netz.',
    noFeed: 'Die neueste Veröffentlichung sagt nichts über neue Versionen.',
    badSignature:
      'Was kam, ist nicht von denen signiert, die Pinfold machen. Nichts davon wurde benutzt. Vielleicht ist jemand dazwischen.',
    malformedFeed: 'Was kam, kann diese Version nicht lesen. Die Seite der Veröffentlichungen sagt mehr.',
    cutDownload: 'Das Herunterladen brach ab. Nichts davon wurde behalten.',
    tamperedFile: 'Das Paket ist nicht das signierte. Es wurde weggeworfen.',
    diskFull: 'Der Datenträger ist voll. Das Paket wurde weggeworfen, und sonst hat sich nichts geändert.',
    notWritable: 'Der Datenträger hat das Paket nicht angenommen. Sonst hat sich nichts geändert.',
  },
};
