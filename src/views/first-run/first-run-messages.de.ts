import { listed } from '../../components/format.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './first-run-messages.ts';

type Wording = WordingOf<typeof english>;

export const wrappingMessages: Wording['wrappingMessages'] = {
  bearer: 'das Wort „Bearer“',
  quotes: 'Anführungszeichen',
  lineBreaks: 'Zeilenumbrüche',
  blanks: 'Leerzeichen',
};

export const firstRunMessages: Wording['firstRunMessages'] = {
  app: 'Pinfold',
  title: 'Die eigenen Dateien auf IPFS, auch ohne Netz zur Hand.',
  intro:
    'Pinfold hält eine Kopie dessen, was der Speicherdienst über die Dateien weiß, lässt Namen und Metadaten überall ändern und zeigt jede Änderung, bevor und nachdem sie gesendet wird.',
  picture: {
    label:
      'Zwei Listen mit denselben Dateien, eine beim Dienst und eine auf diesem Computer. Dazwischen ein Berg ohne Netz. Zwei Dateien auf diesem Computer sind geändert, und die Änderungen warten.',
    service: 'DER DIENST',
    files: '10.000 Dateien',
    computer: 'DIESER COMPUTER',
    same: 'dieselben, und 2 Änderungen',
    noNetwork: 'kein Netz',
  },
  practise: 'Üben',
  practiseRest:
    'Ein Dienst auf diesem Computer mit der Bibliothek eines erfundenen Studios: 10.000 Dateien in sechs Sammlungen, 38 Schlüssel, drei wartende Änderungen. Nichts davon verlässt ihn.',
  practiseGo: 'Mit Beispieldaten üben',
  practising: 'Startet…',
  guide: 'Mit Anleitung: zwei Minuten, fünf Schritte',
  connect: 'Verbinden',
  baseUrl: 'Adresse',
  baseUrlHint: 'Der API des Dienstes, mit ihrer Version.',
  schemePut: (scheme) => `${scheme} wurde vorangestellt.`,
  versionMissing: 'Fehlt die Version? Bei den meisten Diensten steht sie am Ende, etwa /v3.',
  addVersion: '/v3 anhängen',
  sentTo: 'Das Token geht an',
  sentNowhereElse: 'und an niemanden sonst.',
  token: 'Token',
  tokenHint: 'Zuerst einfügen. Anführungszeichen, Zeilenumbrüche und „Bearer“ werden entfernt.',
  takenOff: (parts) => `Entfernt: ${listed(parts.map((part) => wrappingMessages[part]))}.`,
  tokenForgotten: (host) => `Das Token war für ${host} gedacht und ist vergessen. Das für diese Adresse einfügen.`,
  showToken: 'Token zeigen',
  tokenProblem: 'Darin stehen Zeichen, die kein Token haben kann.',
  name: 'Name',
  nameHint: 'Für den eigenen Gebrauch; leer steht hier der Name des Servers.',
  missing: {
    token: 'Das Token fehlt. Oben einfügen.',
    address: 'Die Adresse fehlt, oder sie ist nicht zu gebrauchen.',
    both: 'Token und Adresse fehlen.',
  },
  test: 'Verbindung testen',
  testHint: 'Liest eine Seite Dateien und Schlüssel. Ändert nichts.',
  testing: 'Testet…',
  go: 'Verbinden',
  connecting: 'Verbindet…',
  copyNow: 'Jetzt kopieren',
  copyHint: 'Ab der ersten Seite lässt sich blättern, suchen und bearbeiten.',
  untested: 'Trotzdem verbinden',
  untestedHint: 'Der Test schlug fehl, und es wurde keine Verbindung angelegt.',
  refusedHint: 'Der Dienst hat dieses Token bei allem Versuchten abgelehnt. Es wurde keine Verbindung angelegt.',
  back: 'Zurück',
  mayDo: 'Was dieses Token darf',
  areas: {
    updates: 'Dateien umbenennen und Metadaten ändern',
    listing: 'Dateien auflisten',
    keys: 'API-Schlüssel auflisten',
    signatures: 'Signaturen lesen',
  },
  verdict: { yes: 'ja', no: 'nein', notChecked: 'nicht versucht', notKnown: 'nicht bekannt' },
  notKnownRest: 'Danach wurde gefragt, und es kam keine Antwort, die es sagt.',
  testColumns: ['Was', 'Erlaubt', 'Woher das bekannt ist'],
  seen: {
    listing: 'Eine Seite der Liste wurde gelesen.',
    keys: 'Eine Seite der Schlüssel wurde gelesen.',
    signatures: 'Nach einer Signatur wurde gefragt, und der Dienst hat geantwortet.',
  },
  trial: {
    untried: 'Das zeigt erst eine Änderung. Nach der ersten ist es bekannt.',
    byScopes: 'Das sagen die Berechtigungen des Schlüssels zu diesem Token. Nichts wurde geändert.',
    offer: 'An einer Datei probieren…',
    about: 'Eine Änderung geht an',
    noName: 'eine Datei ohne Namen',
    effect:
      'Sie nennt weder Namen noch Metadaten. Die Schnittstelle des Dienstes erlaubt, beides wegzulassen, also soll sich nichts ändern. Was zurückkommt, wird mit dem verglichen, was die Liste eben gezeigt hat.',
    send: 'Diese eine Änderung senden',
    sending: 'Wird gesendet…',
    leave: 'Jetzt nicht',
    same: 'An einer Datei probiert: Der Dienst hat die Änderung angenommen, und die Datei kam zurück, wie sie war.',
    changed:
      'Der Dienst hat die Änderung angenommen, und die Datei kam anders zurück, als die Liste sie zeigte. Vielleicht hat sie inzwischen jemand geändert.',
    undecided:
      'Der Dienst hat eine Änderung ohne Felder abgelehnt; über das Token sagt das nichts. Nach der ersten richtigen ist es bekannt.',
  },
  request: 'Anfrage',
};
