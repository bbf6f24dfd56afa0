import { plural } from '../../components/format.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './settings-messages.ts';

type Wording = WordingOf<typeof english>;

export const settingsMessages: Wording['settingsMessages'] = {
  title: 'Einstellungen',
  sectionsLabel: 'Teile der Einstellungen',
  sections: {
    connections: 'Verbindungen',
    offlineCopy: 'Offline-Kopie',
    sync: 'Abgleich',
    conflicts: 'Konflikte',
    signers: 'Bekannte Unterzeichner',
    appearance: 'Aussehen',
    keyboard: 'Tastatur',
    data: 'Daten & Export',
    diagnostics: 'Diagnose',
    about: 'Über Pinfold',
  },
};

export const connectionMessages: Wording['connectionMessages'] = {
  list: 'Verbindungen',
  add: 'Verbindung hinzufügen',
  practice: 'Übungsdienst auf diesem Computer',
  facts: 'Wo sie ist',
  name: 'Name',
  rename: 'Umbenennen',
  address: 'Adresse',
  account: 'Konto',
  accountUnnamed: 'Das Token nennt keines. Pinfold unterscheidet es von anderen an seinem Fingerabdruck:',
  token: 'Token',
  tokenKept: {
    sealed: 'Auf diesem Computer aufbewahrt, versiegelt vom Schlüsselbund des Betriebssystems.',
    file: 'Auf diesem Computer aufbewahrt, in einer Datei, die nur das eigene Benutzerkonto lesen kann.',
    openFile: 'Auf diesem Computer aufbewahrt, in einer Datei, die jeder lesen kann, der den Datenordner öffnen darf.',
    memory: 'Nur im Arbeitsspeicher: Nach einem Neustart wird wieder danach gefragt.',
  },
  tokenOfPractice: 'Der Übungsdienst erzeugt bei jedem Start ein eigenes.',
  renewPractice: 'Neues Token erzeugen',
  tokenMissing: 'Auf diesem Computer gibt es kein Token für diese Verbindung.',
  tokenRefused:
    'Der Dienst hat dieses Token abgelehnt (401). Es kann ungültig, widerrufen oder aufgebraucht sein oder dies nicht dürfen.',
  newToken: 'Neues Token',
  newTokenHint: 'Anführungszeichen, Zeilenumbrüche und „Bearer“ davor werden entfernt. Es geht nur an diesen Dienst.',
  newTokenProblem: 'Das kann kein Token sein: Es hat Zeichen, die nicht in eine Anfrage passen.',
  replaceToken: 'Token ersetzen',
  tokenReplaced: 'Das neue Token ist in Gebrauch.',
  parkedEdits: (files) =>
    `Änderungen an ${plural(files, 'Datei', 'Dateien')} sind geparkt. Darüber in Änderungen entscheiden.`,
  may: 'Was dieses Token darf',
  mayAreas: {
    keys: 'API-Schlüssel auflisten',
    updates: 'Dateien umbenennen und Metadaten ändern',
    signatures: 'Signaturen lesen',
  },
  learnt: 'Was über den Dienst bekannt wurde',
  learntAreas: { listing: 'Listet Dateien auf', readById: 'Liest eine Datei anhand ihrer ID' },
  keyvalues: 'Metadaten bei Änderungen',
  keyvaluesModes: {
    unknown:
      'Noch nicht bekannt: Jede Änderung sendet alle Metadaten, damit keine verloren gehen. Die erste Datei einer Sammeländerung findet es heraus.',
    merge: 'Zusammengeführt: Was eine Änderung auslässt, bleibt, und ein Schlüssel lässt sich entfernen.',
    mergeWithoutRemoval:
      'Zusammengeführt: Was eine Änderung auslässt, bleibt, und dieser Dienst kann keinen Schlüssel entfernen.',
    replace: 'Ersetzt: Was eine Änderung auslässt, ist fort, deshalb sendet jede Änderung alle Metadaten.',
  },
  nameSearch: 'API-Schlüssel nach Namen',
  nameSearches: {
    wholeName:
      'Wie seine Beschreibung sagt: ein Muster über den ganzen Namen. „Den Dienst fragen“ in API-Schlüssel vergleicht.',
    insideName: 'Ein Muster irgendwo im Namen, und so ist es auch hier.',
    insideLiterally: 'Der Text, wie er dasteht, irgendwo im Namen, und so ist es auch hier.',
    exactName: 'Der ganze Name genau, wie er dasteht, und so ist es auch hier.',
  },
  evidence: 'Weil',
  modeEvidence: {
    lost: (key) => `„${key}“ verschwand, ohne dass es gesendet wurde`,
    leftOutAndKept: (key) => `„${key}“ wurde weggelassen und ist noch da`,
    leftOutAndGone: (key) => `„${key}“ wurde weggelassen und ist fort`,
    nullAndKept: (key) => `„${key}“ wurde als null gesendet und ist noch da`,
  },
  selfTestEvidence: {
    merge: 'ein weggelassener Schlüssel blieb in einem Selbsttest und ging, als er als null gesendet wurde',
    mergeWithoutRemoval: 'ein weggelassener Schlüssel blieb in einem Selbsttest, auch als er als null gesendet wurde',
    replace: 'ein weggelassener Schlüssel war in einem Selbsttest fort',
  },
  nameEvidence: {
    unasked: (typed, name) => `auf die Frage nach „${typed}“ antwortete der Dienst mit „${name}“`,
    leftOut: (typed, name) => `auf die Frage nach „${typed}“ ließ der Dienst „${name}“ aus`,
  },
  probeAgain: 'Erneut herausfinden',
  probing: 'Wird herausgefunden…',
  sync: 'Prüfen und Senden',
  mode: 'Status',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  checkNow: 'Jetzt jede Datei prüfen',
  checkEvery: 'Auf Neues prüfen alle',
  conflictRule: 'Wenn ein Feld an beiden Orten geändert wurde',
  conflictRules: {
    ask: 'nachfragen',
    mineWins: 'der eigene Wert gewinnt',
    serverWins: 'der Wert des Servers gewinnt',
  },
  conflictRuleHints: {
    ask: 'Wurde ein Feld an beiden Orten geändert, wartet es unter Änderungen auf eine Entscheidung.',
    mineWins: 'Der eigene Wert wird über den des Servers gesendet.',
    serverWins: 'Der eigene Wert wird beiseitegelegt, und der des Servers bleibt.',
  },
  toConflicts: (files) => `${plural(files, 'Konflikt', 'Konflikte')} zeigen`,
  conflictRuleHint: 'Der unterlegene Wert bleibt im Weg der Änderung stehen.',
  readBeforeWrite: 'Die Datei ansehen, bevor sie überschrieben wird',
  readBeforeWriteHint:
    'Der Dienst hat keine Versionen. Ohne einen Blick überschreibt eine Änderung, was jemand anderes seitdem geschrieben hat, und niemand erfährt es.',
  end: 'Abmelden',
  signOut: 'Abmelden…',
  signOutTitle: (name) => `Von ${name} abmelden?`,
  signOutAbout:
    'Das Token wird vergessen. Wartende, zurückgehaltene und zu klärende Änderungen bleiben auf diesem Computer.',
  wipeCopy: 'Auch die Kopie der Dateien und Schlüssel von diesem Computer löschen',
  wipeAbout:
    'Sie lässt sich später neu kopieren. Auch nicht gesicherte Eingaben werden gelöscht; wartende Änderungen bleiben in jedem Fall.',
  lostStars: (stars) => plural(stars, 'Stern', 'Sterne'),
  lostGroupNames: (names) => plural(names, 'Name einer Gruppe', 'Namen von Gruppen'),
  lostNotes: (notes) => plural(notes, 'Notiz zu einer Datei', 'Notizen zu Dateien'),
  lost: (words) => `Endgültig gelöscht, weil kein Dienst sie hat: ${words}.`,
  confirmSignOut: 'Abmelden',
  removeTitle: (name) => `${name} entfernen?`,
  removeAbout: 'Token, Kopie und die Verbindung selbst verschwinden von diesem Computer. Keine Änderung wartet.',
  confirmRemove: 'Diese Verbindung entfernen',
};

export const generalMessages: Wording['generalMessages'] = {
  theme: 'Farben',
  themes: {
    system: 'wie im System',
    light: 'hell',
    dark: 'dunkel',
  },
  language: 'Sprache',
  languages: { system: 'wie im System', en: 'English', de: 'Deutsch' },
  languageHint: 'Datum und Zahlen folgen ihr. Das Fenster lädt neu; nichts Eingegebenes geht verloren.',
  letterKeys: 'Einzelne Buchstaben wirken als Tasten',
  letterKeysHint:
    'Nur solange eine Liste oder ein Konflikt den Fokus hat. Ausschalten beim Diktieren oder mit einem Screenreader: Dann führen Buchstaben, in einer Liste getippt, zum nächsten Namen, der mit ihnen beginnt.',
  profile: 'Datenordner',
  profileHint: 'Die Kopie, die wartenden Änderungen und diese Einstellungen sind dort aufbewahrt, auf diesem Computer.',
  profilePath: 'Wo er ist',
  copySize: 'Größe der Kopie',
  copySizeOf: (size) => `${size}, von allen Verbindungen`,
  library: 'Bibliothek',
  libraryHint: (connection) =>
    `Jede Datei von ${connection}, wie sie hier gezeigt ist, mit den wartenden Änderungen, in einer Datei zum Aufheben.`,
  exportLibrary: 'Bibliothek exportieren',
  noticed: 'Im Datenordner bemerkt',
  export: 'Wartende Änderungen',
  exportHint:
    'Alles, was wartet, zurückgehalten oder zu klären ist, als JSON. Das geht auch mit beschädigter Kopie. Es enthält Namen und Metadaten und kein Token.',
  version: 'Version',
  licence: 'Lizenz',
  licenceText: 'MIT. Die Schrift Atkinson Hyperlegible steht unter der SIL Open Font License 1.1.',
  about:
    'Pinfold hält eine Kopie dessen, was ein Speicherdienst für Dateien hat, damit sie sich ohne Netz durchsuchen, lesen und bearbeiten lässt.',
};

export const diagnosticsMessages: Wording['diagnosticsMessages'] = {
  connection: 'Verbindung',
  requests: 'Letzte Anfragen',
  requestsAbout:
    'Seit dem Start von Pinfold, die neueste zuerst. Weder Inhalte noch Kopfzeilen oder Token werden aufbewahrt.',
  noRequests: 'Dieser Dienst wurde noch nichts gefragt.',
  columns: { when: 'Wann', request: 'Anfrage', status: 'Antwort', duration: 'Dauer', requestId: 'Anfragekennung' },
  noAnswer: 'keine Antwort',
  failures: {
    notSent: 'nicht gesendet',
    noAnswer: 'keine Antwort',
    answered: 'abgelehnt',
    malformed: 'nicht lesbar',
    notOurService: 'nicht der Dienst',
    wrongRecord: 'andere Datei',
  },
  report: 'Bericht',
  reportAbout:
    'Für jemanden, der hilft. Er enthält den Server des Dienstes, was er kann, seine eigenen Worte und diese Anfragen; kein Token, kein Konto, keinen Namen einer Datei, eines Schlüssels oder einer Verbindung. Vor dem Weitergeben durchlesen.',
  copyReport: 'Bericht kopieren',
  copied: 'Kopiert',
  log: 'Protokoll',
  logAbout: {
    whereClosed:
      'Eine Textdatei im Datenordner, die nur das eigene Benutzerkonto lesen kann. Token werden herausgenommen, bevor eine Zeile geschrieben wird.',
    whereOpen:
      'Eine Textdatei im Datenordner, die jeder lesen kann, der den Ordner öffnen darf. Token werden herausgenommen, bevor eine Zeile geschrieben wird.',
  },
  logLevel: 'Was ins Protokoll kommt',
  logLevels: {
    errors: 'Fehler von Pinfold',
    requests: 'Fehler und jede Anfrage mit dem Status ihrer Antwort',
  },
  crashes: 'Absturzberichte',
  crashesAbout:
    'Stürzt Pinfold im eigenen Fenster ab, so entsteht im Datenordner ein Bericht über diesen Augenblick. Die neuesten zehn bleiben dort, und niemand bekommt einen. Ein Bericht ist ein Stück Speicher: Er kann Namen und ein Token enthalten und gehört nur in Hände, in die auch das Token gehört.',
  noCrashes: 'Es gibt keinen.',
  crash: (when, size) => `${when}, ${size}`,
  removeCrashes: 'Löschen',
  folder: 'Datenordner',
  openFolder: 'Datenordner öffnen',
  folderStaysShut: 'Dieses System hat kein Programm, das einen Ordner zeigt. Sein Pfad steht unter Daten & Export.',
};
