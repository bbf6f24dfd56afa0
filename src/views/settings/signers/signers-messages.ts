import { count, plural } from '../../../components/format.ts';
import { LONGEST_SIGNER_LIST } from '../../../contract/signatures.ts';
import type { SignerTextProblem } from '../../../domain/signatures/known-signer.ts';
import type { ChosenFileProblem } from '../../../state/app/chosen-file.ts';
import { appMessages } from '../../messages/app-messages.ts';

export const signersMessages = {
  rest: 'Whose wallet is whose, as you know it. Signatures are checked against these addresses on this computer, for every connection.',
  group: 'Addresses and labels',
  list: 'Known signers',
  none: 'No signer is known yet.',
  address: 'Address',
  addressHint: '0x and 40 digits. Mixed capitals are a checksum, and have to be right.',
  label: 'Label',
  add: 'Add signer',
  remove: (label: string) => `Remove ${label}`,
  removeShort: 'Remove',
  rename: (label: string) => `Rename ${label}`,
  renameShort: 'Rename',
  newLabel: (label: string) => `New label of ${label}`,
  more: 'Bring and take',
  moreRest: 'A list is CSV or JSON with the columns address and label.',
  bring: 'Import list…',
  take: { csv: 'Export CSV', json: 'Export JSON' },
  file: { csv: 'pinfold-signers.csv', json: 'pinfold-signers.json' },
  taken: (signers: number) => `${plural(signers, 'signer', 'signers')} taken from the list.`,
  problems: 'Lines that were left out',
  line: (line: number) => `Line ${count(line)}`,
  only: (listed: number) => `The first ${count(listed)} are listed.`,
} as const;

export const signerProblemMessages: Record<
  SignerTextProblem | 'notAList' | 'notText' | 'tooManyLines' | ChosenFileProblem,
  string
> = {
  notAnAddress: 'This is not an address: 0x and 40 hexadecimal digits are needed.',
  checksum: 'The capitals of this address do not fit its digits (EIP-55): a digit is wrong, or a capital.',
  noLabel: 'Give it a label.',
  longLabel: 'A label has at most 100 characters.',
  tooMany: 'At most 1,000 signers can be known.',
  tooLong: `This list is longer than ${count(LONGEST_SIGNER_LIST)} characters. Split it.`,
  several: appMessages.severalFiles,
  unread: appMessages.unreadFile,
  notText: appMessages.notText,
  notAList: 'This is neither CSV nor JSON with addresses and labels.',
  tooManyLines: 'A list has at most 2,000 lines. Import it in parts.',
};
/** @param problem as the core names it; its own words stand where the page has none */
export const signerProblemMessage = (problem: string): string =>
  new Map<string, string>(Object.entries(signerProblemMessages)).get(problem) ?? problem;
