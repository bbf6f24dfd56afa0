import { clockTime, count, plural } from '../../components/format.ts';
import type { SignatureJobs } from '../../contract/signatures.ts';
import type { CidParts, Multicodec } from '../../domain/signatures/cid.ts';
import type { DateSpelling, SignatureStatus } from '../../domain/signatures/signature-record.ts';

export const signatureStatusMessages: Record<SignatureStatus, string> = {
  valid: 'Valid for a known signer',
  noMatch: 'Matches no known signer',
  unchecked: 'Signed, not checked',
  notSigned: 'Not signed',
  malformed: 'Not a signature',
};

export const spellingMessages: Record<DateSpelling, string> = {
  asStored: 'spelled as the service keeps it',
  milliseconds: 'spelled with milliseconds',
};

export const signaturesMessages = {
  title: 'Signatures',
  found: (signatures: number) => plural(signatures, 'answer', 'answers'),
  grid: 'Signatures',
  columns: { cid: 'CID', file: 'File', network: 'Network', status: 'State', signer: 'Signer', fetched: 'Fetched' },
  filters: 'Filters',
  status: 'State',
  signer: 'Signer',
  any: 'any',
  withCount: (label: string, number: number) => `${label} (${count(number)})`,
  nobody: 'nobody known',
  notHere: 'not in the copy',
  moreFiles: (files: number) => `and ${plural(files, 'more', 'more')}`,
  notArrived: 'not here yet',
  lookUp: 'Look up a CID…',
  checkAgain: 'Check again',
  checkAgainHint: 'Compares everything with the known signers again, without a network',
  checking: (done: number, total: number) => `Checking ${count(done)} of ${count(total)}`,
  report: 'Report',
  reportAs: { csv: 'CSV', json: 'JSON' },
  reportFile: { csv: 'pinfold-signatures.csv', json: 'pinfold-signatures.json' },
  fetchAgain: 'Fetch all again',
  nothing: 'No signature was fetched yet',
  nothingRest:
    'A signature says whose wallet signed content, and when it was first uploaded. Fetch those of your files, or look up any CID.',
  nothingFits: 'No signature is like this',
  clear: 'Clear filters',
  unfetched: (files: number) =>
    `${plural(files, 'file has a CID', 'files have a CID')} whose signature was never fetched.`,
  fetchThem: (files: number) => (files === 1 ? 'Fetch it' : `Fetch them (${count(files)})`),
  noSigners: 'No signer is known yet, so nobody can be matched. ',
  unreadSigners: 'The known signers could not be read.',
  addSigners: 'Add known signers',
  notAllowed: 'This token may not read signatures.',
  notAllowedRest:
    'The scope org:files:read is needed for them. Files and API keys go on working, and what was fetched earlier is still shown.',
  said: 'The service said:',
  askAgain: 'Ask again',
} as const;

export const signatureMessages = {
  notFetched: 'Not fetched yet.',
  notSigned: 'Not signed.',
  notSignedRest: 'The service knows no signature of this CID.',
  valid: 'Valid, signed by',
  validUnknown: 'Valid for an address that is not among the known signers any more. It is being checked again.',
  noMatch: 'Matches no known signer.',
  noMatchRest:
    'It was made by a wallet you have not entered, over another date, or by an older scheme. That proves nothing against it.',
  noSigner: 'Signed, and no signer is known.',
  noSignerRest: 'Enter the address of a wallet you trust to find out whether it signed this.',
  unchecked: 'Signed, and not checked.',
  uncheckedRest:
    'Pinfold has no upload date of this CID to check it against, or is still at it. The date is part of what is signed.',
  malformed: 'What the service sent is not a signature.',
  address: 'Address',
  date: 'Date signed',
  spelling: (spelling: DateSpelling) => spellingMessages[spelling],
  fetched: 'Fetched',
  checked: 'Checked',
  text: 'Signature',
  fetch: 'Fetch',
  fetchAgain: 'Fetch again',
  fetching: 'Fetching…',
  noCid: 'This file has no CID yet, so there is nothing to sign.',
} as const;

export const cidLookupMessages = {
  title: 'Look up a CID',
  rest: 'In whatever spelling, alone or in the address of a gateway. It need not be among your files.',
  cid: 'CID',
  network: 'Network',
  problem: 'This is no CID that can be read.',
  pending: 'The service writes “pending” while it is still computing a CID.',
  files: (files: number) =>
    files === 0 ? 'No file of the copy has this CID.' : `${plural(files, 'file', 'files')} with this CID`,
  atLeast: (files: number, lookedAt: number) =>
    files === 0
      ? `None of the first ${count(lookedAt)} files that name this CID has it.`
      : `At least ${plural(files, 'file', 'files')} with this CID`,
  more: (files: number, isMore: boolean) =>
    `and ${isMore ? 'at least ' : ''}${plural(files, 'more file', 'more files')}`,
  search: 'Search the files for this CID',
  signature: 'Signature',
} as const;

type Fetch = NonNullable<SignatureJobs['fetch']>;

/** @returns the status of a fetch job in a sentence */
export function fetchJobMessage({ status, total, done, failed, retryAtMs }: Fetch): string {
  const lost = failed === 0 ? '' : ` ${signatureJobMessages.lost(failed)}`;
  if (status === 'gathering') return signatureJobMessages.gathering(total);
  if (status === 'done') return `${signatureJobMessages.done(done - failed)}${lost}`;
  const rest = {
    asking: '',
    waiting: signatureJobMessages.waiting(retryAtMs === null ? null : clockTime(retryAtMs)),
    resting: signatureJobMessages.resting,
    notAllowed: signatureJobMessages.notAllowed,
  }[status];
  return `${signatureJobMessages.fetching(count(done), count(total))}${rest}${lost}`;
}

export const signatureJobMessages = {
  label: 'Fetching signatures',
  progress: 'Signatures fetched',
  cancel: 'Cancel',
  tryNow: 'Try now',
  hide: 'Hide',
  see: 'See signatures',
  gathering: (cids: number) => `Gathering what to fetch: ${plural(cids, 'CID', 'CIDs')} so far.`,
  fetching: (done: string, total: string) => `Fetching signatures: ${done} of ${total}.`,
  waiting: (until: string | null) => ` Waiting${until === null ? '' : ` until ${until}`}.`,
  resting: ' Goes on when the service can be asked.',
  notAllowed: ' This token may not read them (org:files:read).',
  done: (signatures: number) => `${plural(signatures, 'signature was', 'signatures were')} fetched.`,
  lost: (signatures: number) => plural(signatures, 'could not be fetched.', 'could not be fetched.'),
} as const;

const named = ({ code, name }: Multicodec): string => name ?? `0x${code.toString(16)}`;

export const cidMessages = {
  cid: 'CID',
  pending: 'Pending: the service is still computing it.',
  missing: 'The service gave none.',
  unreadable: 'This is not spelled as a CID.',
  parts: 'Parts',
  version: ({ version, base }: CidParts) => `version ${version}, ${base}`,
  codec: ({ codec }: CidParts) => `codec ${named(codec)}`,
  hash: ({ hash, digestBytes }: CidParts) => `hash ${named(hash)}, ${count(digestBytes)} bytes`,
  digest: 'Digest',
  alsoVersion0: 'As version 0',
  alsoVersion1: 'As version 1',
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
} as const;
