import { bytes, count, plural } from '../../components/format.ts';
import { labelText } from '../../domain/core/text.ts';
import type * as english from './app-messages.ts';
import type { WordingOf } from './wording.ts';

type Wording = WordingOf<typeof english>;

const fileCount = (files: number): string => plural(files, 'Datei', 'Dateien');

export const appMessages: Wording['appMessages'] = {
  app: 'Pinfold',
  tryAgain: 'Erneut versuchen',
  notLoaded: 'Dieser Teil von Pinfold konnte nicht geladen werden.',
  tryingAgain: (until) => `Neuer Versuch in ${until}`,
  cancel: 'Abbrechen',
  close: 'Schließen',
  save: 'Sichern',
  none: '—',
  guide: 'Anleitung',
  severalFiles: 'Es kamen mehrere Dateien auf einmal; gelesen wurde keine. Bitte eine nach der anderen.',
  unreadFile:
    'Diese Datei ließ sich nicht lesen. Sie wurde vielleicht verschoben, geändert oder gesperrt. Bitte noch einmal wählen.',
  notText: 'Diese Datei ist kein UTF-8-Text. Als „CSV UTF-8“ sichern und noch einmal wählen.',
  unclearRefusal:
    'Eine 401 beweist kein schlechtes Token: Es kann ungültig, widerrufen oder aufgebraucht sein oder dies nicht dürfen.',
  files: fileCount,
  state: {
    onServer: 'auf dem Server',
    waiting: 'wartet',
    held: 'zurückgehalten',
    refused: 'abgelehnt',
    gone: 'verschwunden',
    needsYou: 'zu klären',
  },
  network: { public: 'öffentlich', private: 'privat' },
  problem: {
    empty: 'Das darf nicht leer sein.',
    loneSurrogate: 'Darin steht ein halbes Zeichen, das kein Dienst speichern kann. Bitte neu eingeben.',
    controlCharacter: 'Darin steht ein Steuerzeichen oder Zeilenumbruch, der nicht zu sehen ist. Bitte entfernen.',
    tooLong: 'Das ist länger als 10.000 Zeichen.',
  },
};

const notErased = (why: string): string =>
  `Das Token ist vergessen, die Kopie aber nicht vollständig gelöscht: ${why}. Teile davon sind im Datenordner noch lesbar. Pinfold löscht sie, sobald es mit Platz auf dem Datenträger startet.`;

export const failureMessages: Wording['failureMessages'] = {
  invalidRequest: 'Pinfold konnte das so nicht annehmen.',
  hostGone: 'Pinfold selbst läuft nicht. Diese Seite verbindet sich wieder, sobald es zurück ist.',
  interrupted:
    'Ein Teil von Pinfold endete währenddessen und wurde neu gestartet. Alles Gesicherte ist noch da. Vor einem neuen Versuch nachsehen, ob es schon geschehen ist.',
  notFound: 'Das ist nicht in der Kopie auf diesem Computer.',
  notSaved: {
    diskFull: 'Nicht gesichert: Der Datenträger ist voll. Der Text steht noch hier.',
    readOnly: 'Nicht gesichert: Der Datenträger ist schreibgeschützt. Der Text steht noch hier.',
    diskError: 'Nicht gesichert: Der Datenträger nahm es nicht an. Der Text steht noch hier.',
    fileGone:
      'Nicht gesichert: Der Datenordner wurde verschoben oder gelöscht, während Pinfold läuft. Der Text steht noch hier. Die wartenden Änderungen unter Einstellungen, Daten & Export exportieren und den Ordner danach zurücklegen.',
  },
  notErased: {
    diskFull: notErased('Der Datenträger ist voll'),
    readOnly: notErased('Der Datenträger ist schreibgeschützt'),
    diskError: notErased('Der Datenträger nahm es nicht an'),
    fileGone: notErased('Der Datenordner wurde verschoben oder gelöscht, während Pinfold läuft'),
  },
  unfit: () => 'Das lässt sich so nicht aufbewahren.',
  tokenStays:
    'Das Token auf diesem Computer ließ sich nicht entfernen, darum wurde nichts geändert. Noch einmal versuchen, wenn kein anderes Programm den Datenordner benutzt, seine Dateien geändert werden dürfen und auf dem Datenträger Platz ist.',
  unfitText: {
    tooManyLines: (most) => `Das sind mehr als ${count(most)} Zeilen. In Teilen importieren.`,
    tooManyColumns: (most) => `Diese Tabelle hat mehr als ${count(most)} Spalten.`,
    longLine: (mostBytes) => `Eine Zeile dieser Tabelle ist länger als ${bytes(mostBytes)}.`,
    noIdColumn: 'Die Spalte „id“ fehlt.',
    repeatedColumn: (column) =>
      `Die Spalte „${labelText(column)}“ kommt in der Tabelle zweimal vor. Eine davon entfernen.`,
    notCsv: (words) => `Die Tabelle ist kein CSV: ${words}`,
    notJson: (words) => `Die Datei ist kein JSON: ${words}`,
    notJsonList: 'Die Datei ist keine JSON-Liste von Dateien.',
    notJsonLines: 'Die Datei hat nicht in jeder Zeile eine Datei als JSON (JSON Lines).',
    tooMuchMemory: 'Das braucht zu viel Arbeitsspeicher. In Teilen importieren.',
    tooDeep: (mostLevels) =>
      `In der Datei liegen Listen oder Objekte auf mehr als ${count(mostLevels)} Ebenen ineinander.`,
  },
  tooMany: {
    savedViews: (most) => `Höchstens ${count(most)} Ansichten lassen sich sichern.`,
    tableFiles: (most) => `Eine Tabelle zum Bearbeiten fasst höchstens ${fileCount(most)}.`,
    tableColumns: (most) =>
      `Eine Tabelle zum Bearbeiten hat höchstens ${count(most)} Spalten, und diese Dateien haben mehr Metadaten-Schlüssel. Weniger Dateien auswählen oder JSON wählen.`,
    tableCells: (most) =>
      `Eine Tabelle zum Bearbeiten hat höchstens ${count(most)} Zellen: Jede Datei hat eine für jeden Metadaten-Schlüssel der anderen. Weniger Dateien auswählen oder JSON wählen.`,
    tableCharacters: (most) =>
      `Eine Tabelle zum Bearbeiten fasst höchstens ${count(most)} Zeichen. Weniger Dateien auswählen oder eine Kopie aufbewahren.`,
    tableLineBytes: (most) =>
      `Eine Zeile einer Tabelle zum Bearbeiten hat höchstens ${bytes(most)}, und diese Dateien ergäben eine längere. Weniger Dateien auswählen oder JSON wählen.`,
    pendingCharacters: (most) =>
      `Das sind mehr als ${count(most)} Zeichen, zu viele für ein Fenster. Pinfold schließen und mit --export-pending DATEI starten: So werden alle geschrieben.`,
  },
  busy: {
    export: 'Ein anderer Export läuft.',
    gathering: 'Die zuvor gewählten Dateien werden noch gesammelt. Gleich noch einmal versuchen.',
  },
  planTooLarge: ({ sizeBytes, mostBytes, files }) =>
    `Das wären etwa ${bytes(sizeBytes)} an Änderungen für ${fileCount(files)}; auf einmal lassen sich höchstens ${bytes(mostBytes)} planen. In Teilen vorgehen: weniger Dateien auswählen oder weniger und kürzere Texte verwenden. Nichts wurde eingereiht.`,
  service: {
    unreachable: 'Der Dienst ist nicht erreichbar.',
    noAnswer: 'Der Dienst antwortet nicht.',
    refused: 'Der Dienst hat das nicht angenommen.',
    token:
      'Der Dienst hat dieses Token abgelehnt. Es kann ungültig, widerrufen oder aufgebraucht sein oder dies nicht dürfen.',
    gone: 'Das gibt es beim Dienst nicht mehr.',
    later: 'Der Dienst bittet um Geduld.',
    notOurService:
      'Etwas anderes hat anstelle des Dienstes geantwortet: eine Anmeldeseite, ein Proxy oder eine andere Adresse.',
    malformed: 'Die Antwort des Dienstes war nicht lesbar.',
  },
  changedSince:
    'Inzwischen hat das noch einmal jemand geschrieben. Nichts wurde entschieden: noch einmal wählen, mit dem neuen Wert.',
  readOnly: 'Diese Verbindung ist schreibgeschützt. Das lässt sich in den Einstellungen ändern; nichts wurde geändert.',
  noToken: 'Auf diesem Computer gibt es kein Token für diese Verbindung. In den Einstellungen eines angeben.',
  unexpected: (reference) => `In Pinfold ging etwas schief (Kennung ${reference}). Nichts ging verloren.`,
};

export const baseUrlProblemMessages: Wording['baseUrlProblemMessages'] = {
  notAnAddress: 'Das ist keine Adresse. Sie beginnt mit https://',
  notHttps: 'Nur https ist für ein Token sicher; http ist allein für diesen Computer erlaubt.',
  hasUserinfo: 'Name und Kennwort aus der Adresse weglassen.',
  hasQueryOrFragment: 'Weglassen, was auf ? oder # folgt.',
};
