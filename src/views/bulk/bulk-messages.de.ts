import { count, isOne, plural } from '../../components/format.ts';
import { LONGEST_TABLE, MOST_TABLE_FILES } from '../../domain/files/table-size.ts';
import { appMessages } from '../messages/app-messages.de.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './bulk-messages.ts';

const fileCount = appMessages.files;

export const bulkMessages: WordingOf<typeof english>['bulkMessages'] = {
  title: {
    metadata: (number) => `Metadaten von ${plural(number, 'Datei', 'Dateien')} bearbeiten`,
    names: (number) => `${fileCount(number)} umbenennen`,
  },
  rest: 'Die Schritte laufen der Reihe nach über jede Datei. Eingereiht wird erst, wenn zu sehen war, was sich ändert.',
  step: (number) => `Schritt ${count(number)}`,
  what: 'Was',
  kind: {
    setKey: 'Schlüssel setzen',
    removeKey: 'Schlüssel entfernen',
    renameKey: 'Schlüssel umbenennen',
    replaceInName: 'Im Namen suchen und ersetzen',
    addToName: 'Dem Namen hinzufügen',
    numberNames: 'Namen nummerieren',
  },
  key: 'Schlüssel',
  value: 'Wert',
  oldKey: 'Alter Schlüssel',
  newKey: 'Neuer Schlüssel',
  find: 'Suchen',
  replacement: 'Ersetzen durch',
  matchCase: 'Groß- und Kleinschreibung beachten',
  prefix: 'Davor',
  suffix: 'Vor der Endung',
  stem: 'Name',
  stemHint: 'Die Nummer und die Endung folgen.',
  first: 'Erste Nummer',
  digits: 'Stellen',
  add: 'Schritt hinzufügen',
  remove: (number) => `Schritt ${count(number)} entfernen`,
  preview: 'Vorschau',
  preparing: (number) => `${fileCount(number)} ${isOne(number) ? 'wird' : 'werden'} angesehen…`,
  stop: 'Anhalten',
  back: 'Zurück',
  problem: {
    ...appMessages.problem,
    same: 'Das ist der alte Schlüssel.',
    nothing: 'Etwas davor oder vor der Endung hinzufügen.',
    notNumber: 'Das muss eine ganze Zahl sein.',
  },
  plan: {
    counts: ({ files: all, changed, unfit, problemCount }) => {
      const asBefore = all - changed - unfit - problemCount;
      return [
        changed === 1 ? '1 Datei ändert sich' : `${count(changed)} Dateien ändern sich`,
        ...(unfit > 0 ? [`${count(unfit)} ausgelassen`] : []),
        ...(asBefore > 0 ? [`${count(asBefore)} wie bisher`] : []),
      ].join(' · ');
    },
    list: 'Was sich ändern würde',
    full: 'Die gewählte Datei ganz',
    more: (fields) => `+${count(fields)}`,
    before: 'Vorher:',
    after: 'Nachher:',
    removed: 'entfernt',
    left: 'Ausgelassen:',
    nothing: 'Nichts würde sich ändern.',
    queue: (changes) => `${plural(changes, 'Änderung', 'Änderungen')} einreihen`,
    queueing: 'Wird eingereiht…',
    notKept: 'Diese Vorschau ist nicht mehr aufbewahrt. Zurückgehen und neu erstellen; nichts wurde eingereiht.',
    unfit: {
      empty: 'darf nicht leer sein',
      loneSurrogate: 'enthält ein halbes Zeichen',
      controlCharacter: 'enthält ein Steuerzeichen',
      tooLong: 'ist zu lang',
    },
    cannot: 'Eine ausgelassene Datei bleibt, wie sie ist; die anderen werden eingereiht.',
    outdated: 'frühere Werte, die jemand anders inzwischen geändert hat',
  },
  outdated: {
    left: (files) =>
      `Bei ${plural(files, 'Datei', 'Dateien')} enthält die Tabelle einen früheren Wert, den jemand anders inzwischen geändert hat. Solche Zellen werden ausgelassen.`,
    putBack: 'Frühere Werte der Tabelle ersetzen, was jemand anders inzwischen geschrieben hat.',
    choose: 'Auch frühere Werte zurückbringen',
  },
  problems: {
    title: (lines) => `${plural(lines, 'Zeile ist', 'Zeilen sind')} nicht brauchbar`,
    line: (line) => `Zeile ${count(line)}`,
    reason: {
      noFileId: 'Diese Zeile nennt keine Datei: ID oder Netz fehlt oder stimmt nicht.',
      moreCells: 'Diese Zeile hat mehr Zellen als die Tabelle Spalten.',
      twice: 'Diese Datei steht zweimal in der Tabelle; die erste Zeile zählt.',
      notInCopy: 'Diese Datei ist nicht in der Kopie.',
    },
    only: (listed) => `Die ersten ${count(listed)} sind aufgeführt.`,
  },
  export: {
    title: (number) => `${fileCount(number)} exportieren`,
    rest: 'Namen und Metadaten werden exportiert, wie sie gezeigt sind, mit den hier wartenden Änderungen.',
    purpose: 'Wofür',
    purposes: {
      table: 'Eine Tabelle zum Bearbeiten und Zurückbringen',
      copy: 'Eine Kopie zum Aufheben',
    },
    purposeRest: {
      table: 'Namen und Metadaten, die anderswo geändert und wieder importiert werden.',
      copy: 'Alles, was von diesen Dateien bekannt ist, wie viele es auch sind.',
    },
    tooMany: `Eine Tabelle fasst höchstens ${count(MOST_TABLE_FILES)} Dateien. Weniger auswählen oder eine Kopie aufheben.`,
    format: 'Format',
    csv: 'CSV, für eine Tabellenkalkulation',
    csvRest:
      'Eine leere Zelle heißt, dass die Datei diesen Schlüssel nicht hat. Eine Zelle, die eine Tabellenkalkulation ausführen würde, beginnt mit einem Apostroph, der beim Import wieder verschwindet.',
    json: 'JSON, ohne Verlust',
    jsonRest: 'Ein Schlüssel wird entfernt, wo sein Wert null ist.',
    go: 'Exportieren',
    busy: 'Exportiert…',
    file: { csv: 'pinfold-dateien.csv', json: 'pinfold-dateien.json' },
  },
  import: {
    title: 'Tabelle importieren',
    rest: 'Bringt eine exportierte und bearbeitete Tabelle zurück. Eingereiht wird erst, wenn zu sehen war, was sich ändert.',
    drop: 'Eine Datei in CSV, JSON oder JSON Lines hierher ziehen, oder',
    choose: 'Datei wählen…',
    reading: (name) => `${name} wird gelesen…`,
    another: 'Andere Datei',
    unusable: 'Diese Tabelle ist nicht brauchbar.',
    problem: {
      empty: 'In dieser Datei steht nichts.',
      tooLong: `Diese Tabelle ist länger als ${count(LONGEST_TABLE)} Zeichen. Bitte aufteilen.`,
      several: appMessages.severalFiles,
      unread: appMessages.unreadFile,
      notText: appMessages.notText,
    },
  },
};
