import { count, isOne, plural } from '../../components/format.ts';
import type { Multicodec } from '../../domain/signatures/cid.ts';
import { appMessages } from '../messages/app-messages.de.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './signatures-messages.ts';

type Wording = WordingOf<typeof english>;

export const signatureStatusMessages: Wording['signatureStatusMessages'] = {
  valid: 'Gültig für einen bekannten Unterzeichner',
  noMatch: 'Passt zu keinem bekannten Unterzeichner',
  unchecked: 'Signiert, nicht geprüft',
  notSigned: 'Nicht signiert',
  malformed: 'Ist keine Signatur',
};

export const spellingMessages: Wording['spellingMessages'] = {
  asStored: 'geschrieben, wie der Dienst es aufbewahrt',
  milliseconds: 'mit Millisekunden geschrieben',
};

export const signaturesMessages: Wording['signaturesMessages'] = {
  title: 'Signaturen',
  found: (signatures) => plural(signatures, 'Antwort', 'Antworten'),
  grid: 'Signaturen',
  columns: {
    cid: 'CID',
    file: 'Datei',
    network: 'Netz',
    status: 'Status',
    signer: 'Unterzeichner',
    fetched: 'Geholt',
  },
  filters: 'Filter',
  status: 'Status',
  signer: 'Unterzeichner',
  any: 'egal',
  withCount: (label, number) => `${label} (${count(number)})`,
  nobody: 'niemand Bekanntes',
  notHere: 'nicht in der Kopie',
  moreFiles: (files) => `und ${count(files)} weitere`,
  notArrived: 'noch nicht hier',
  lookUp: 'CID nachschlagen…',
  checkAgain: 'Neu prüfen',
  checkAgainHint: 'Vergleicht alles neu mit den bekannten Unterzeichnern, ohne Netz',
  checking: (done, total) => `${count(done)} von ${count(total)} geprüft`,
  report: 'Bericht',
  reportAs: { csv: 'CSV', json: 'JSON' },
  reportFile: { csv: 'pinfold-signaturen.csv', json: 'pinfold-signaturen.json' },
  fetchAgain: 'Alle neu holen',
  nothing: 'Noch keine Signatur geholt',
  nothingRest:
    'Eine Signatur sagt, wessen Wallet einen Inhalt signiert hat und wann er zuerst hochgeladen wurde. Die der eigenen Dateien holen oder eine beliebige CID nachschlagen.',
  nothingFits: 'Keine Signatur ist so',
  clear: 'Filter aufheben',
  unfetched: (files) =>
    `${plural(files, 'Datei hat eine CID, deren', 'Dateien haben eine CID, deren')} Signatur noch nie geholt wurde.`,
  fetchThem: (files) => (files === 1 ? 'Holen' : `Holen (${count(files)})`),
  noSigners: 'Noch ist kein Unterzeichner bekannt, also passt niemand. ',
  unreadSigners: 'Die bekannten Unterzeichner waren nicht zu lesen.',
  addSigners: 'Bekannte Unterzeichner hinzufügen',
  notAllowed: 'Dieses Token darf keine Signaturen lesen.',
  notAllowedRest:
    'Dafür ist die Berechtigung org:files:read nötig. Dateien und API-Schlüssel gehen weiter, und früher Geholtes ist weiter zu sehen.',
  said: 'Der Dienst sagte:',
  askAgain: 'Erneut fragen',
};

export const signatureMessages: Wording['signatureMessages'] = {
  notFetched: 'Noch nicht geholt.',
  notSigned: 'Nicht signiert.',
  notSignedRest: 'Der Dienst kennt keine Signatur dieser CID.',
  valid: 'Gültig, signiert von',
  validUnknown: 'Gültig für eine Adresse, die nicht mehr unter den bekannten Unterzeichnern ist. Es wird neu geprüft.',
  noMatch: 'Passt zu keinem bekannten Unterzeichner.',
  noMatchRest:
    'Sie stammt von einer hier nicht eingetragenen Wallet, über ein anderes Datum oder aus einem älteren Verfahren. Das beweist nichts gegen sie.',
  noSigner: 'Signiert, und kein Unterzeichner ist bekannt.',
  noSignerRest: 'Die Adresse einer vertrauenswürdigen Wallet eintragen, um zu erfahren, ob sie das signiert hat.',
  unchecked: 'Signiert und nicht geprüft.',
  uncheckedRest:
    'Pinfold hat kein Datum des Hochladens zu dieser CID, oder ist noch dabei. Das Datum ist ein Teil dessen, was signiert ist.',
  malformed: 'Was der Dienst sandte, ist keine Signatur.',
  address: 'Adresse',
  date: 'Signiertes Datum',
  spelling: (spelling) => spellingMessages[spelling],
  fetched: 'Geholt',
  checked: 'Geprüft',
  text: 'Signatur',
  fetch: 'Holen',
  fetchAgain: 'Neu holen',
  fetching: 'Wird geholt…',
  noCid: 'Diese Datei hat noch keine CID, also gibt es nichts zu signieren.',
};

export const cidLookupMessages: Wording['cidLookupMessages'] = {
  title: 'CID nachschlagen',
  rest: 'In beliebiger Schreibweise, allein oder in der Adresse eines Gateways. Sie muss nicht zu den eigenen Dateien gehören.',
  cid: 'CID',
  network: 'Netz',
  problem: 'Das ist keine lesbare CID.',
  pending: 'Der Dienst schreibt „pending“, solange er eine CID noch berechnet.',
  files: (files) =>
    files === 0 ? 'Keine Datei der Kopie hat diese CID.' : `${appMessages.files(files)} mit dieser CID`,
  atLeast: (files, lookedAt) =>
    files === 0
      ? `Keine der ersten ${count(lookedAt)} Dateien, die diese CID nennen, hat sie.`
      : `Mindestens ${appMessages.files(files)} mit dieser CID`,
  more: (files, isMore) => `und ${isMore ? 'mindestens ' : ''}${plural(files, 'weitere Datei', 'weitere Dateien')}`,
  search: 'Die Dateien nach dieser CID durchsuchen',
  signature: 'Signatur',
};

export const signatureJobMessages: Wording['signatureJobMessages'] = {
  label: 'Signaturen holen',
  progress: 'Geholte Signaturen',
  cancel: 'Abbrechen',
  tryNow: 'Jetzt versuchen',
  hide: 'Verbergen',
  see: 'Signaturen ansehen',
  gathering: (cids) => `Sammelt, was zu holen ist: bisher ${plural(cids, 'CID', 'CIDs')}.`,
  fetching: (done, total) => `Signaturen werden geholt: ${done} von ${total}.`,
  waiting: (until) => ` Wartet${until === null ? '' : ` bis ${until}`}.`,
  resting: ' Geht weiter, sobald der Dienst sich fragen lässt.',
  notAllowed: ' Dieses Token darf sie nicht lesen (org:files:read).',
  done: (signatures) => `${plural(signatures, 'Signatur wurde', 'Signaturen wurden')} geholt.`,
  lost: (signatures) => `${count(signatures)} ${isOne(signatures) ? 'ließ' : 'ließen'} sich nicht holen.`,
};

const named = ({ code, name }: Multicodec): string => name ?? `0x${code.toString(16)}`;

export const cidMessages: Wording['cidMessages'] = {
  cid: 'CID',
  pending: 'Ausstehend: Der Dienst berechnet sie noch.',
  missing: 'Der Dienst gab keine.',
  unreadable: 'Das ist nicht wie eine CID geschrieben.',
  parts: 'Teile',
  version: ({ version, base }) => `Version ${version}, ${base}`,
  codec: ({ codec }) => `Codec ${named(codec)}`,
  hash: ({ hash, digestBytes }) => `Hash ${named(hash)}, ${count(digestBytes)} Byte`,
  digest: 'Hashwert',
  alsoVersion0: 'Als Version 0',
  alsoVersion1: 'Als Version 1',
  copy: (what) => `${what} kopieren`,
  copied: 'Kopiert',
};
