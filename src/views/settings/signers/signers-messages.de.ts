import { count, plural } from '../../../components/format.ts';
import { LONGEST_SIGNER_LIST } from '../../../contract/signatures.ts';
import { appMessages } from '../../messages/app-messages.de.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './signers-messages.ts';

type Wording = WordingOf<typeof english>;

export const signersMessages: Wording['signersMessages'] = {
  rest: 'Wem welche Wallet gehört, nach eigenem Wissen. Signaturen werden auf diesem Computer gegen diese Adressen geprüft, für jede Verbindung.',
  group: 'Adressen und Bezeichnungen',
  list: 'Bekannte Unterzeichner',
  none: 'Noch ist kein Unterzeichner bekannt.',
  address: 'Adresse',
  addressHint: '0x und 40 Stellen. Gemischte Großbuchstaben sind eine Prüfsumme und müssen stimmen.',
  label: 'Bezeichnung',
  add: 'Unterzeichner hinzufügen',
  remove: (label) => `${label} entfernen`,
  removeShort: 'Entfernen',
  rename: (label) => `${label} umbenennen`,
  renameShort: 'Umbenennen',
  newLabel: (label) => `Neue Bezeichnung von ${label}`,
  more: 'Holen und mitnehmen',
  moreRest: 'Eine Liste ist CSV oder JSON mit den Spalten address und label.',
  bring: 'Liste importieren…',
  take: { csv: 'CSV exportieren', json: 'JSON exportieren' },
  file: { csv: 'pinfold-unterzeichner.csv', json: 'pinfold-unterzeichner.json' },
  taken: (signers) => `${plural(signers, 'Unterzeichner', 'Unterzeichner')} aus der Liste übernommen.`,
  problems: 'Ausgelassene Zeilen',
  line: (line) => `Zeile ${count(line)}`,
  only: (listed) => `Die ersten ${count(listed)} sind aufgeführt.`,
};

export const signerProblemMessages: Wording['signerProblemMessages'] = {
  notAnAddress: 'Das ist keine Adresse: 0x und 40 hexadezimale Stellen sind nötig.',
  checksum:
    'Die Großbuchstaben dieser Adresse passen nicht zu ihren Stellen (EIP-55): Eine Stelle ist falsch oder ein Großbuchstabe.',
  noLabel: 'Eine Bezeichnung eingeben.',
  longLabel: 'Eine Bezeichnung hat höchstens 100 Zeichen.',
  tooMany: 'Höchstens 1.000 Unterzeichner können bekannt sein.',
  tooLong: `Diese Liste ist länger als ${count(LONGEST_SIGNER_LIST)} Zeichen. Bitte aufteilen.`,
  several: appMessages.severalFiles,
  unread: appMessages.unreadFile,
  notText: appMessages.notText,
  notAList: 'Das ist weder CSV noch JSON mit Adressen und Bezeichnungen.',
  tooManyLines: 'Eine Liste hat höchstens 2.000 Zeilen. In Teilen importieren.',
};
