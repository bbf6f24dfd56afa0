import { count, countOrUnknown, plural } from '../../components/format.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './keys-messages.ts';

type Wording = WordingOf<typeof english>;

export const conditionTitleMessages: Wording['conditionTitleMessages'] = {
  active: 'Aktive API-Schlüssel',
  limited: 'Begrenzte API-Schlüssel',
  exhausted: 'Aufgebrauchte API-Schlüssel',
  revoked: 'Widerrufene API-Schlüssel',
};

export const keysMessages: Wording['keysMessages'] = {
  title: (condition) => (condition === null ? 'API-Schlüssel' : conditionTitleMessages[condition]),
  keys: (number) => `${count(number)} Schlüssel`,
  grid: 'API-Schlüssel',
  filters: 'Filter',
  name: 'Name',
  nameHint: {
    wholeName: '% steht für beliebigen Text, _ für ein Zeichen: %deploy%',
    insideName: 'Irgendwo im Namen, wie bei diesem Dienst. % steht für beliebigen Text, _ für ein Zeichen',
    insideLiterally: 'Irgendwo im Namen, wie bei diesem Dienst',
    exactName: 'Der ganze Name, wie ihn dieser Dienst will',
  },
  searchInside: (pattern) => `Irgendwo im Namen: ${pattern}`,
  scope: 'Berechtigung',
  nameExample: {
    wholeName: 'Name, etwa %deploy%',
    insideName: 'Name enthält…',
    insideLiterally: 'Name enthält…',
    exactName: 'Ganzer Name',
  },
  scopeExample: 'Darf pin, files:read…',
  scopeHint: 'Welche Schlüssel dürfen das? Zum Beispiel pin oder files:read',
  everyCondition: 'Alle',
  revoked: 'Widerrufen',
  revokedChoices: { any: 'egal', only: 'nur widerrufene', not: 'nicht widerrufene' },
  limitedUse: 'Begrenzte Nutzung',
  exhausted: 'Aufgebraucht',
  exhaustedNeedsLimited: 'Nur begrenzte Schlüssel können aufgebraucht sein: zuerst Begrenzte Nutzung wählen.',
  clear: 'Filter aufheben',
  sort: 'Sortieren nach',
  nothing: 'In der Kopie gibt es keine API-Schlüssel',
  nothingYet: 'Sie erscheinen hier, sobald der Dienst geprüft ist.',
  nothingAllowed: 'Dieser Verbindung in den Einstellungen ein Token geben, das Schlüssel auflisten darf.',
  nothingFits: 'Kein Schlüssel passt zu diesen Filtern',
  nameless: '(ohne Namen)',
  noKey: 'der Dienst nannte keinen',
  uses: (used, limit) =>
    limit === null ? `${countOrUnknown(used)}, unbegrenzt` : `${countOrUnknown(used)} von ${count(limit)}`,
  usesInWords: (used, limit) =>
    limit === null
      ? `${used === null ? 'Nutzungen unbekannt' : plural(used, 'Nutzung', 'Nutzungen')}, ohne Grenze`
      : `${countOrUnknown(used)} von ${plural(limit, 'Nutzung', 'Nutzungen')}`,
  usesOverTime: 'Nutzung im Lauf der Zeit',
  limitOf: (limit) => `Grenze ${limit}`,
  samples: (number) => plural(number, 'Messung', 'Messungen'),
  sampleTime: 'Wann',
  sampleUses: 'Nutzungen',
  practiceUses: 'Übungsdaten: Die Nutzungen vor dem Beginn sind erfunden.',
  unused: 'Ungenutzt',
  unusedSince: (when) => `mindestens seit ${when}`,
  unusedUnknown: 'noch nicht bekannt',
  copyAlone:
    'Nach Name, widerrufen, begrenzter Nutzung und aufgebraucht filtert auch der Dienst. Alles andere beantwortet die Kopie allein.',
  escapeAtEnd: 'Ein einzelnes \\ am Ende findet nichts, und der Dienst lehnt es ab. \\\\ steht für das Zeichen selbst.',
  ownKey: 'Der Schlüssel, den diese App verwendet',
  ownKeyUnlisted:
    'Seine Angaben sind nicht in der Kopie: Schlüssel sind ausgelassen, dieses Token darf ihn nicht auflisten, oder noch keine Prüfung traf ihn an.',
  ownKeyUnknown: 'Dieses Token sagt nicht, zu welchem Schlüssel es gehört.',
  ownKeyOver: 'Der Schlüssel, den diese App verwendet, ist nicht mehr nutzbar.',
  ownKeyEnding: (used) => `Der Schlüssel, den diese App verwendet, geht zu Ende: ${used}.`,
  ownKeyReplace:
    'Dieser Verbindung in den Einstellungen ein neues Token geben, bevor er endet. Wartende Änderungen bleiben in jedem Fall.',
  mayColumn: 'Darf',
  may: (what) => `Er darf: ${what}.`,
  thisApp: 'der Schlüssel dieser App',
  thisAppParts: ['der Schlüssel', 'dieser App', ''],
  missing: (since) => `Nicht mehr aufgelistet seit ${since}`,
  unlisted: 'nicht aufgelistet',
  notArrived: 'noch nicht hier',
  copy: 'Schlüssel kopieren',
  copyId: 'ID kopieren',
  details: 'Zu den Details',
  menu: 'Was sich mit diesem API-Schlüssel tun lässt',
  copied: 'Kopiert',
  closeInspector: 'Schließen',
  inspector: 'API-Schlüssel',
  facts: 'Angaben',
  scopes: 'Berechtigungen',
  raw: 'Rohdaten',
  rawAbout: 'Was der Dienst sagte, als Text',
  granted: 'erteilt',
  notGranted: 'nicht erteilt',
  admin: 'Admin: darf alles',
  adminScope: 'Admin',
  noScope: 'keine',
  powerless: 'nichts, denn keine Berechtigung ist erteilt',
  moreScopes: (more, granted) =>
    `und ${plural(more, 'weitere Berechtigung', 'weitere Berechtigungen')}, ${granted === 0 ? 'keine' : count(granted)} davon erteilt`,
  noScopes: 'Dieser Schlüssel nennt keine Berechtigungen.',
  seen: 'Gesehen',
  user: 'Person',
  id: 'ID',
  notAllowed: 'Dieses Token darf keine API-Schlüssel auflisten.',
  notAllowedSaid: 'Der Dienst sagte:',
  copyRemains: 'Was früher kopiert wurde, ist weiter zu sehen.',
  asCopied: (when) => `Stand ${when}`,
};

export const conditionMessages: Wording['conditionMessages'] = {
  active: 'Aktiv',
  limited: 'Begrenzt',
  exhausted: 'Aufgebraucht',
  revoked: 'Widerrufen',
};

export const keyColumnMessages: Wording['keyColumnMessages'] = {
  name: 'Name',
  key: 'Schlüssel',
  scopes: 'Berechtigungen',
  uses: 'Nutzung',
  condition: 'Zustand',
  created: 'Angelegt',
  updated: 'Geändert',
};

export const scopeMessages: Wording['scopeMessages'] = {
  'pinning.pinFileToIPFS': 'Dateien hochladen',
  'pinning.pinJSONToIPFS': 'JSON hochladen',
  'pinning.hashMetadata': 'Metadaten ändern',
  'pinning.hashPinPolicy': 'Ort einer Datei ändern',
  'pinning.pinByHash': 'nach CID pinnen',
  'pinning.pinJobs': 'Pin-Aufträge sehen',
  'pinning.unpin': 'Pins lösen',
  'pinning.userPinPolicy': 'Ort von Dateien ändern',
  'psa.pins.addPinObject': 'Pins hinzufügen',
  'psa.pins.getPinObject': 'einen Pin sehen',
  'psa.pins.listPinObjects': 'Pins auflisten',
  'psa.pins.removePinObject': 'Pins entfernen',
  'psa.pins.replacePinObject': 'Pins ersetzen',
  'data.pinList': 'Pins auflisten',
  'data.userPinnedDataTotal': 'Summen sehen',
  'org:files:read': 'Dateien lesen',
  'org:files:write': 'Dateien ändern',
  'org:groups:read': 'Gruppen lesen',
  'org:groups:write': 'Gruppen ändern',
  'org:keys:read': 'Schlüssel auflisten',
  'org:gateways:read': 'Gateways lesen',
  'org:analytics:read': 'Statistik lesen',
};
