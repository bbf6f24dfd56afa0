import { bytes, count, monthName, plural } from '../../components/format.ts';
import { appMessages } from '../messages/app-messages.de.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './library-messages.ts';

type Wording = WordingOf<typeof english>;

const fileCount = appMessages.files;

export const libraryMessages: Wording['libraryMessages'] = {
  title: 'Bibliothek',
  about: (files, sizeBytes, unknownSizes) =>
    `${fileCount(files)}, ${bytes(sizeBytes)}${unknownSizes === 0 ? '' : `, ${count(unknownSizes)} von unbekannter Größe`}.`,
  copied: (when) => `Wie kopiert ${when}.`,
  copying: 'Die erste Kopie läuft. Die Diagramme zeigen, was schon hier ist.',
  notCopied: 'Die erste Kopie ist nicht vollständig. Die Diagramme zeigen, was schon hier ist.',
  empty: 'Hier gibt es noch nichts zu sehen',
  emptyRest: 'Die Diagramme erscheinen mit den ersten Dateien der Kopie.',
  waiting: 'Wird zusammengezählt',
  table: 'Tabelle',
  chart: 'Diagramm',
  showTable: (title) => `${title}: als Tabelle zeigen`,
  showChart: (title) => `${title}: als Diagramm zeigen`,
  tableOf: (title) => `${title}, Tabelle`,
  others: 'Andere',
  files: 'Dateien',
  bytes: 'Größe',
  types: {
    title: 'Größe nach Typ',
    column: 'Typ',
    none: 'Ohne Typ',
  },
  months: {
    title: 'Größe nach Monat',
    column: 'Monat',
    earlier: (month) => `Vor ${monthName(month)}`,
    none: 'Ohne Datum',
    odd: 'Ohne Datum oder mit künftigem',
    mark: (month, files, sizeBytes) => `${monthName(month)}: ${bytes(sizeBytes)}, ${fileCount(files)}. Anzeigen`,
    soFar: (sizeBytes) => `${bytes(sizeBytes)}, bisher in diesem Monat`,
  },
  groups: {
    title: 'Gruppen',
    column: 'Gruppe',
    heads: { files: 'Dateien', bytes: 'Größe', filled: 'ausgefüllt' },
    none: 'Ohne Gruppe',
    filled: 'Ausgefüllt',
    filledHint: 'Wie viele der häufigsten Metadaten-Schlüssel die Dateien einer Gruppe im Mittel haben',
    more: (groups) => plural(groups, 'weitere Gruppe', 'weitere Gruppen'),
  },
  keys: {
    title: 'Metadaten',
    column: 'Schlüssel',
    share: 'Anteil',
    without: (files) => `${count(files)} ohne`,
    withoutColumn: 'Ohne',
    showWith: (files) => `${fileCount(files)} zeigen mit`,
    complete: 'bei jeder Datei',
    more: (keys) => plural(keys, 'weiterer Schlüssel', 'weitere Schlüssel'),
  },
  runOuts: {
    title: 'API-Schlüssel',
    column: 'API-Schlüssel',
    end: 'Ende',
    today: 'heute',
    nameless: 'ohne Namen',
    usedUpAt: (when) => `aufgebraucht ${when}`,
    usedUp: 'aufgebraucht',
    anyTime: 'jederzeit',
    about: (day, days) => (days === null ? `etwa ${day}` : `${day}, ± ${plural(days, 'Tag', 'Tage')}`),
    mayDoAll: 'Darf alles',
    adminKeys: (keys, idle, days) =>
      keys === 0
        ? 'kein Schlüssel'
        : `${count(keys)} Schlüssel${idle === 0 ? '' : `, ${count(idle)} davon seit ${count(days)} Tagen ungenutzt`}`,
    all: (keys) => `Alle ${count(keys)}`,
    conditions: { active: 'aktiv', limited: 'begrenzt', exhausted: 'aufgebraucht', revoked: 'widerrufen' },
    none: 'In der Kopie gibt es keine API-Schlüssel.',
  },
  edits: {
    title: 'Änderungen pro Tag',
    day: 'Tag',
    sent: 'Von diesem Computer gesendet',
    elsewhere: 'Von anderswo gesehen',
    chart: (days) => `Änderungen pro Tag, ${count(days)} Tage`,
    scale: 'Höhe: Quadratwurzel der Änderungen',
    today: (edits) => `${count(edits)} heute`,
    sentOn: (edits, day) => `${day}: ${plural(edits, 'Änderung', 'Änderungen')} gesendet. Aktivität zeigen`,
    elsewhereOn: (edits, day) => `${day}: ${count(edits)} von anderswo gesehen. Aktivität zeigen`,
    lastDay: 'heute',
  },
  news: {
    title: 'Seit dem letzten Blick',
    first: 'Neues steht hier beim nächsten Besuch.',
    nothing: 'Seitdem wurde nichts Neues gesehen.',
    read: 'In der Aktivität lesen',
    newFiles: (files) => (files === 1 ? 'neue Datei' : 'neue Dateien'),
    atLeast: (files) => `${count(files)} oder mehr`,
    inGroup: (files) => `${count(files)} in`,
    elsewhere: 'anderswo geändert',
    alsoHere: (files) => `${count(files)} davon auch hier geändert`,
    arrived: (edits) => (edits === 1 ? 'eigene Änderung kam an' : 'eigene Änderungen kamen an'),
    needYou: (files) => (files === 1 ? 'Datei ist zu klären' : 'Dateien sind zu klären'),
    keys: (keys) => (keys === 1 ? 'Schlüssel vor dem Ende' : 'Schlüssel vor dem Ende'),
    keyEnd: (day) => `etwa ${day}`,
  },
  hints: {
    title: 'Einen Blick wert',
    duplicates: 'Dateien mit gleichem Inhalt',
    duplicatesFound: (groups) => plural(groups, 'Inhalt liegt hier mehrfach', 'Inhalte liegen hier mehrfach'),
    sameContent: 'Gleicher Inhalt',
    signatures: (files) => `${fileCount(files)} mit einer nie geholten Signatur`,
    toSignatures: 'Signaturen',
    withoutKey: (files) => `${fileCount(files)} ohne`,
    show: 'Zeigen',
    idleAdmins: (keys, days) =>
      keys === 1
        ? `1 Schlüssel, der alles darf, ist seit ${count(days)} Tagen ungenutzt`
        : `${count(keys)} Schlüssel, die alles dürfen, sind seit ${count(days)} Tagen ungenutzt`,
  },
};

export const familyMessages: Wording['familyMessages'] = {
  image: 'Bilder',
  video: 'Video',
  audio: 'Audio',
  model: '3D-Modelle',
  text: 'Text',
  font: 'Schriften',
};

export const applicationMessages: Wording['applicationMessages'] = {
  'application/json': 'JSON',
  'application/pdf': 'PDF',
  'application/zip': 'ZIP-Archive',
  'application/gzip': 'Gzip-Archive',
  'application/x-tar': 'Tar-Archive',
  'application/octet-stream': 'Binärdaten',
  'application/xml': 'XML',
};
