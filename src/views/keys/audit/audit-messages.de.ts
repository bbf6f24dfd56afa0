import { count, isOne, plural } from '../../../components/format.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './audit-messages.ts';

type Wording = WordingOf<typeof english>;

const keys = (number: number): string => `${count(number)} Schlüssel`;

export const permissionGroupMessages: Wording['permissionGroupMessages'] = {
  everything: {
    short: 'alles (Admin)',
    title: 'Alles',
    risk: 'Wer einen davon hat, kann jede Datei lesen, ändern und löschen und andere Schlüssel anlegen oder widerrufen.',
  },
  manageKeys: {
    short: 'Schlüssel anlegen und widerrufen',
    title: 'Schlüssel anlegen und widerrufen',
    risk: 'Wer einen hat, kann sich selbst einen Schlüssel geben, der mehr darf.',
  },
  delete: {
    short: 'Dateien löschen',
    title: 'Dateien löschen',
    risk: 'Dateien können für immer fort sein: Was nicht mehr gepinnt ist, kann aus dem Netz verschwinden.',
  },
  change: {
    short: 'Dateien ändern',
    title: 'Dateien und ihre Einstellungen ändern',
    risk: 'Namen, Metadaten, Gruppen oder der Ort von Dateien lassen sich ändern. Bei manchen Diensten auch löschen.',
  },
  other: {
    short: 'etwas Unbekanntes',
    title: 'Etwas, das Pinfold nicht kennt',
    risk: 'Der Dienst nennt Berechtigungen, die hier neu sind. Nachsehen, bevor diese Schlüssel als harmlos gelten.',
  },
  add: {
    short: 'Dateien hochladen oder pinnen',
    title: 'Dateien hochladen oder pinnen',
    risk: 'Inhalt kann in das eigene Konto kommen, und dessen Speicher kostet.',
  },
  readKeys: {
    short: 'Schlüssel auflisten',
    title: 'Die Liste der Schlüssel sehen',
    risk: 'Namen, Grenzen und Berechtigungen aller Schlüssel sind zu sehen, ihre Geheimnisse nicht.',
  },
  read: {
    short: 'Dateien lesen',
    title: 'Dateien, Pins oder Zahlen ansehen',
    risk: 'Nichts lässt sich ändern. Private Dateien und ihre Metadaten sind zu sehen.',
  },
};

export const keyFilterMessages: Wording['keyFilterMessages'] = {
  more: (inUse) => (inUse === 0 ? 'Weitere Filter' : `Weitere Filter (${inUse} aktiv)`),
  power: 'Darf',
  anyPower: 'beliebiges',
  unusedFor: 'Ungenutzt seit',
  unused: (days) =>
    days === 'any'
      ? 'beliebig'
      : days === '365'
        ? '1 Jahr oder länger'
        : `${plural(Number(days), 'Tag', 'Tagen')} oder länger`,
  unusedHint:
    'Ungenutzt zählt ab dem Zeitpunkt, zu dem Pinfold die jetzige Zahl der Nutzungen zuerst sah, und bei einem begrenzten, nie genutzten Schlüssel ab seiner Anlage.',
  inForce: 'Nur Schlüssel, die noch nutzbar sind',
  listed: 'Noch aufgelistet',
  listings: { any: 'egal', listed: 'ja', missing: 'nicht mehr' },
  days: { created: 'Angelegt zwischen', updated: 'Geändert zwischen' },
  from: { created: 'Angelegt ab', updated: 'Geändert ab' },
  to: { created: 'Angelegt bis', updated: 'Geändert bis' },
  backwards: 'Dieser Tag liegt nach dem anderen.',
};

export const keysToolbarMessages: Wording['keysToolbarMessages'] = {
  label: 'Was sich mit dieser Liste tun lässt',
  ask: 'Den Dienst fragen',
  asking: 'Fragt…',
  askHint: 'Stellt dem Dienst jetzt dieselbe Frage und vergleicht seine Antwort mit der Kopie. Nichts wird geändert.',
  menu: 'Mehr zu dieser Liste',
  save: 'Ansicht sichern…',
  empty: 'kein Schlüssel in der Liste',
  views: 'Ansichten…',
  alerts: 'Hinweise…',
  csv: 'CSV exportieren',
  json: 'JSON exportieren',
  file: { csv: 'api-schluessel.csv', json: 'api-schluessel.json' },
};

export const nameSearchMessages: Wording['nameSearchMessages'] = {
  wholeName: 'Dieser Dienst vergleicht das Muster mit dem ganzen Namen.',
  insideName: 'Dieser Dienst sucht das Muster irgendwo im Namen.',
  insideLiterally: 'Dieser Dienst sucht den Text, wie er dasteht, irgendwo im Namen: % und _ sind gewöhnliche Zeichen.',
  exactName: 'Dieser Dienst sucht den Namen genau, wie er dasteht: % und _ sind gewöhnliche Zeichen.',
};

export const serviceComparisonMessages: Wording['serviceComparisonMessages'] = {
  offline: 'Offline: Der Dienst wurde nicht gefragt.',
  offlineRest: 'Pinfold fragt ihn, sobald das Netz zurück ist.',
  title: ({ found, onlyThere, onlyHere, isWhole }, at) =>
    !isWhole
      ? `Der Dienst hat mehr, als gefragt war (${at}).`
      : onlyThere.length + onlyHere.length === 0
        ? `Der Dienst antwortet dasselbe: ${keys(found)} (${at}).`
        : `Der Dienst antwortet anders: ${keys(found)} (${at}).`,
  rest: ({ requests, isWhole, found, same, setAside }) =>
    [
      `Nur mit seinen eigenen Filtern gefragt, in ${plural(requests, 'Anfrage', 'Anfragen')}.`,
      isWhole ? '' : ` Von den ersten ${keys(found)} ${isOne(same) ? 'ist' : 'sind'} ${count(same)} auch hier.`,
      setAside === 0 ? '' : ` ${count(setAside)} ${isOne(setAside) ? 'war' : 'waren'} nicht verständlich.`,
    ].join(''),
  onlyThere: {
    made: 'Nur dort, seit der letzten Prüfung angelegt:',
    changed: 'Nur dort, seit der letzten Prüfung geändert:',
    notCopied: 'Nur dort, noch nicht in der Kopie:',
    filter: 'Nur dort, und die Kopie hat sie unverändert, also filtert der Dienst anders:',
  },
  onlyHere: 'Nur hier, seit der letzten Prüfung verschwunden oder geändert, oder der Dienst filtert anders:',
  learnt: (search) => `${nameSearchMessages[search]} Pinfold antwortet jetzt ebenso.`,
  more: (number) => `und ${plural(number, 'weiterer', 'weitere')}`,
};

export const keyAlertMessages: Wording['keyAlertMessages'] = {
  bar: 'API-Schlüssel vor ihrem Ende',
  seen: 'Verstanden',
  all: 'Alle Hinweise…',
  title: 'Hinweise zu API-Schlüsseln',
  about:
    'Auf einen Schlüssel wird einmal hingewiesen, wenn 80\u00a0% seiner Nutzungen verbraucht sind, und einmal, wenn sein vorhergesagtes Ende naht.',
  none: 'Kein Schlüssel hat eine Grenze überschritten, die Pinfold sehen konnte.',
  horizon: 'Hinweisen, wenn ein Schlüssel zu Ende geht binnen',
  days: (days) => (days === '1' ? '1 Tag' : `${days} Tagen`),
  notices: 'Auch als Mitteilung des Systems',
  noticesHint: 'Nur in der Desktop-App. Im Browser bleibt der Hinweis in diesem Fenster.',
  small: 'Schlüssel mit insgesamt weniger als fünf Nutzungen werden nicht beobachtet.',
  share: (uses, limit) => `hat ${count(uses)} von ${count(limit)} verbraucht`,
  forecast: (uses, limit, end) =>
    `hatte noch ${plural(limit - uses, 'Nutzung', 'Nutzungen')}${end === null ? '' : `, etwa bis ${end}`}`,
  own: 'Das ist der Schlüssel, den diese App verwendet.',
  more: (number) => `Und ${plural(number, 'weiterer Schlüssel', 'weitere Schlüssel')}.`,
};

export const auditMessages: Wording['auditMessages'] = {
  title: 'Berechtigungen',
  about: (inForce) =>
    `${isOne(inForce) ? 'Was der eine Schlüssel in Kraft darf' : `Was die ${keys(inForce)} in Kraft dürfen, die riskantesten zuerst`}. Widerrufene, aufgebrauchte und nicht mehr aufgelistete Schlüssel zählen nicht.`,
  from: (when) => `Aus der Kopie auf diesem Computer, geprüft ${when}.`,
  unchecked: 'Aus der Kopie auf diesem Computer, die noch keine Prüfung vollendet hat.',
  powers: 'Wer was darf',
  power: 'Was',
  number: 'Schlüssel',
  details: 'Davon',
  asAdmin: (number) => `${count(number)} als Admin`,
  idle: (number, days) => `${count(number)} seit ${days} Tagen ungenutzt`,
  none: 'kein Schlüssel',
  show: (what, number) => `${keys(number)} zeigen: ${what}`,
  riskiest: 'Diese zuerst ansehen',
  riskiestAbout:
    'Nach dem Schlimmsten, was ein Schlüssel darf; dann Schlüssel ohne Grenze und die am längsten ungenutzten.',
  may: (what) => `darf: ${what}`,
  unlimited: 'unbegrenzte Nutzung',
  limited: 'begrenzte Nutzung',
  unusedFor: (time) => `ungenutzt: ${time}`,
  dead: 'Tote Schlüssel',
  deadAbout: 'Niemand kann sie mehr nutzen. Sie machen die Liste lang und sonst nichts.',
  revoked: 'Widerrufen',
  exhausted: 'Aufgebraucht',
  missing: 'Nicht mehr aufgelistet',
  idleTitle: (days) => `In Kraft, aber seit ${days} Tagen ungenutzt`,
  idleAbout:
    'Jeder davon ist ein Risiko, das niemand zu brauchen scheint. Von hier aus lassen sie sich nicht widerrufen.',
  powerless: 'In Kraft, ohne jede Berechtigung',
  unknown: 'Berechtigungen, die Pinfold nicht kennt',
  moreUnknown: (scopes) => `und ${plural(scopes, 'weitere Berechtigung', 'weitere Berechtigungen')}`,
  empty: 'In der Kopie gibt es keine API-Schlüssel',
};
