import { count, plural } from '../../components/format.ts';
import { labelText } from '../../domain/core/text.ts';
import { appMessages } from '../messages/app-messages.de.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './changes-messages.ts';

type Wording = WordingOf<typeof english>;

export const changesMessages: Wording['changesMessages'] = {
  title: 'Änderungen',
  byState: 'Änderungen nach Status',
  search: 'Änderungen suchen',
  list: 'Liste der Änderungen',
  opened: 'Gewählte Änderung',
  saved: (when) => `auf diesem Computer gesichert ${when}`,
  refusedSilently: 'Der Dienst hat diese Änderung nicht angenommen.',
  noDetail: 'nichts weiter',
  sendNow: 'Jetzt senden',
  whyNotSent: {
    offline: 'Es gibt kein Netz. Wartende Änderungen werden gesendet, sobald es zurück ist.',
    paused: 'Diese Verbindung ist angehalten. Wartende Änderungen werden gesendet, sobald sie weiterläuft.',
    noToken: 'Es gibt kein Token. Wartende Änderungen werden gesendet, sobald es eines gibt.',
    nothingWaits: 'Keine Änderung wartet darauf, gesendet zu werden.',
    readOnly: 'Diese Verbindung ist schreibgeschützt. Nichts wird gesendet.',
  },
  listMenu: 'Mehr zu dieser Liste',
  exportPending: 'Wartende Änderungen exportieren',
  importTable: 'Tabelle importieren…',
  exportFile: 'pinfold-wartende-aenderungen.json',
  back: 'Alle Änderungen',
  pick: 'Eine Änderung wählen, um ihre Dateien und Felder zu sehen.',
  nothingFound: (searched) => `Keine Änderung passt zu „${labelText(searched.trim())}“`,
  clearSearch: 'Suche leeren',
  seeSent: 'Gesendetes ansehen',
  moreEdits: '100 weitere Dateien zeigen',
  edit: 'Bearbeiten',
  note: 'Notiz',
  notePlaceholder: 'Warum, für wen, bis wann',
  addNote: 'Notiz hinzufügen',
  editNote: 'Notiz bearbeiten',
  keepNote: 'Notiz behalten',
  heldBecause: (note) => `Zurückgehalten: „${note}“`,
  groupCount: (sets) => plural(sets, 'Satz', 'Sätze'),
  actions: {
    hold: 'Zurückhalten',
    release: 'Freigeben',
    retry: 'Erneut versuchen',
    discard: 'Verwerfen',
    restore: 'Wiederherstellen',
    takeBack: 'Zurücknehmen',
  },
  details: 'Zu den Details',
  decide: 'Entscheiden',
  setMenu: 'Was sich mit dieser Änderung tun lässt',
  editMenu: 'Was sich mit der Änderung dieser Datei tun lässt',
  include: (title) => `Mitsenden: ${title}`,
  tickKeys: (keys) =>
    `Angekreuzte Änderungen werden gesendet, die anderen auf diesem Computer zurückgehalten. ${keys} kreuzt die gewählte an.`,
  keptThirtyDays: 'Verworfene Änderungen bleiben 30 Tage und lassen sich wiederherstellen.',
  takesBack: 'Zurücknehmen: Gesendetes wird durch eine neue Änderung rückgängig gemacht, noch Wartendes verworfen.',
  takenBack:
    'Zurückgenommen. Gesendetes macht eine neue Änderung rückgängig, die auf diesem Computer wartet, bis sie gesendet ist.',
  parkedTitle: 'Geparkt: mit anderem Token, Konto oder anderer Adresse entstanden.',
  parked:
    'Sie bleibt auf diesem Computer und wird unter dem jetzigen Konto dieser Verbindung nur auf ausdrücklichen Wunsch gesendet, oder wenn der API-Schlüssel beweist, dass beide eins sind.',
  gone: 'Diese Datei gibt es beim Dienst nicht mehr. Die Änderung bleibt unter Zu klären, bis sie erneut versucht oder verworfen wird.',
  awaiting: 'Gesendet, aber ohne Antwort. Vor einem neuen Versuch wird geprüft, ob es angekommen ist.',
};

export const outcomeMessages: Wording['outcomeMessages'] = {
  waiting: 'Wartend',
  tape: 'Ein Strich ist eine Datei, in der Reihenfolge des Sendens.',
  oneReason: 'ein Grund',
  answered: (status) =>
    status === null ? 'Alle erhielten dieselbe Antwort:' : `Alle erhielten dieselbe Antwort, ${status}:`,
  more: (left) => `${count(left)} weitere mit demselben Ergebnis: die nächsten ${count(Math.min(left, 100))} zeigen`,
  exportGroup: 'Exportieren',
  exportFile: 'pinfold-aenderungen.json',
  moreFields: (fields) => `und ${plural(fields, 'weiteres Feld', 'weitere Felder')}`,
  details: (name) => `Einzelheiten zu ${name}`,
  sent: (from, to) => (from === to ? `gesendet ${from}` : `gesendet ${from} bis ${to}`),
  moreAsk: (files) =>
    `Danach ${files === 1 ? 'fragt noch 1 Datei' : `fragen noch ${count(files)} Dateien`} nach einer Entscheidung.`,
};

export const tabMessages: Wording['tabMessages'] = {
  open: 'Offen',
  needsYou: 'Zu klären',
  waiting: 'Wartend',
  held: 'Zurückgehalten',
  sent: 'Gesendet',
  discarded: 'Verworfen',
};

export const groupMessages: Wording['groupMessages'] = {
  needsYou: 'Zu klären',
  held: 'Zurückgehalten',
  waiting: 'Wartend',
  sent: 'Zuletzt gesendet',
};

export const emptyTabMessages: Wording['emptyTabMessages'] = {
  open: {
    title: 'Nichts wartet',
    more: 'Änderungen werden zuerst auf diesem Computer gesichert und warten hier auf das Senden.',
  },
  needsYou: {
    title: 'Nichts ist zu klären',
    more: 'Konflikte und Änderungen, die der Dienst nicht annahm, kommen hierher.',
  },
  waiting: {
    title: 'Nichts wartet',
    more: 'Änderungen werden zuerst auf diesem Computer gesichert und warten hier auf das Senden.',
  },
  held: {
    title: 'Nichts ist zurückgehalten',
    more: 'Eine wartende Änderung zurückhalten, damit sie bis zur Freigabe nicht gesendet wird.',
  },
  sent: {
    title: 'Noch nichts gesendet',
    more: 'Änderungen, die auf dem Server sind, stehen hier 30 Tage lang.',
  },
  discarded: { title: 'Nichts ist verworfen', more: changesMessages.keptThirtyDays },
};

export const parkedMessages: Wording['parkedMessages'] = {
  made: ({ edits, reason, accountRef }, when) => {
    const made = edits === 1 ? '1 Änderung entstand' : `${count(edits)} Änderungen entstanden`;
    if (reason === 'address') return `${made} für ${accountRef.origin}.`;
    if (reason === 'account') return `${made} für ein anderes Konto, ${accountRef.account}.`;
    return when === null ? `${made} mit einem anderen Token.` : `${made} mit dem Token, das ${when} ersetzt wurde.`;
  },
  question: {
    token: 'Die beiden Token sagen nicht, ob sie zusammengehören. Dasselbe Konto?',
    account: 'Das jetzige Token nennt ein eigenes Konto. Unter diesem senden?',
    address: 'An die jetzige Adresse dieser Verbindung senden? Dateien werden dort an ihrer ID erkannt.',
  },
  kept: 'Sie bleiben auf diesem Computer geparkt und lassen sich jederzeit senden, exportieren oder verwerfen.',
  send: 'Senden',
  keep: 'Geparkt lassen',
};

export const timelineMessages: Wording['timelineMessages'] = {
  adopted: 'Übernommen',
  adoptedFrom: (when, reason) =>
    reason === 'person'
      ? `${when}, auf ausdrücklichen Wunsch, vom Konto`
      : `${when}, weil der API-Schlüssel es beweist, vom Konto`,
  title: 'Der Weg dieser Änderung',
  made: 'Entstanden',
  account: 'Für das Konto',
  tries: 'Versuche',
  noTries: 'Sie wurde noch nicht gesendet.',
  nextTry: 'Nächster Versuch',
  lastAnswer: 'Letzte Antwort',
  started: 'Begonnen',
  ended: 'beendet',
  request: 'Anfrage',
  body: 'Was gesendet wurde',
};

export const changeStatusMessages: Wording['changeStatusMessages'] = {
  conflicted: 'Zu entscheiden',
  refused: 'Vom Dienst nicht angenommen',
  gone: 'Beim Dienst nicht mehr da',
  held: 'Auf diesem Computer zurückgehalten',
  settled: 'Auf dem Server',
  discarded: 'Verworfen',
};

export const editMessages: Wording['editMessages'] = {
  parked: 'Geparkt: anderes Token, Konto oder andere Adresse',
  someFields: (some, all) => `${plural(some, 'Feld', 'Felder')} von ${count(all)}`,
  someFiles: (some, all) => `${count(some)} von ${appMessages.files(all)}`,
  alreadyThere: 'War schon auf dem Server',
  savedAs: 'Vom Dienst gespeichert als',
  refused: (status) =>
    `Der Dienst hat diese Änderung nicht angenommen${status === null ? '' : ` (${status})`}. Er sagte:`,
};

export const nextTryMessages: Wording['nextTryMessages'] = {
  conflicted: 'Nach der Entscheidung',
  refused: 'Nach einer Bearbeitung oder einem neuen Versuch',
  gone: 'Nach einem neuen Versuch',
  held: 'Keiner, solange sie zurückgehalten ist',
  settled: 'Keiner nötig',
  discarded: 'Keiner, solange sie verworfen ist',
};
