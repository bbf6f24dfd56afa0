import { isoTime } from '../core/text.ts';
import { csvCell, csvLine } from '../core/csv.ts';
import type { KnownSigner } from './known-signer.ts';
import type { SignatureRow, SignatureStatus } from './signature-record.ts';

const MESSAGES: Record<SignatureStatus, string> = {
  notSigned: 'not signed',
  unchecked: 'signed, not checked',
  valid: 'valid for a known signer',
  noMatch: 'matches no known signer',
  malformed: 'not a signature',
};

const COLUMNS = [
  'cid',
  'network',
  'standing',
  'signer',
  'address',
  'signed date',
  'date spelling',
  'file',
  'files',
  'fetched at',
  'checked at',
  'signature',
] as const;

type Line = Readonly<Record<(typeof COLUMNS)[number], string | null>>;

function lineOf(row: SignatureRow, labels: ReadonlyMap<string, string>): Line {
  return {
    cid: row.cid,
    network: row.network,
    standing: MESSAGES[row.status],
    signer: row.address === null ? null : (labels.get(row.address) ?? null),
    address: row.address,
    'signed date': row.date?.text ?? null,
    'date spelling': row.date?.spelling ?? null,
    file: row.file?.name ?? null,
    files: String(row.files),
    'fetched at': isoTime(row.fetchedAtMs),
    'checked at': isoTime(row.checkedAtMs),
    signature: row.signature,
  };
}

/** The text of a signature report that is being written: status, signer and age of every answer. */
export type SignatureReport = {
  readonly add: (rows: readonly SignatureRow[]) => void;
  /** The text of the file, with all rows that were added. */
  readonly text: () => string;
};

/** A signature report without rows. Rows are added in parts, between which the thread may answer other questions. */
export function signatureReport(signers: readonly KnownSigner[], format: 'csv' | 'json'): SignatureReport {
  const labels = new Map<string, string>(signers.map(({ address, label }) => [address, label]));
  const parts: string[] = [];
  const spelled = format === 'csv' ? csvLines : jsonObjects;
  return {
    add: (rows) => {
      if (rows.length > 0) parts.push(spelled(rows.map((row) => lineOf(row, labels))));
    },
    text: () => (format === 'csv' ? [csvLine([...COLUMNS]), ...parts].join('') : jsonList(parts)),
  };
}

const csvLines = (lines: readonly Line[]): string =>
  lines.map((line) => csvLine(COLUMNS.map((column) => csvCell(line[column])))).join('');

const LIST_START = '[\n';
const LIST_END = '\n]';

/** The lines as a JSON list spells them, without its brackets. */
const jsonObjects = (lines: readonly Line[]): string =>
  JSON.stringify(lines, null, 2).slice(LIST_START.length, -LIST_END.length);

const jsonList = (parts: readonly string[]): string =>
  parts.length === 0 ? '[]' : `${LIST_START}${parts.join(',\n')}${LIST_END}`;
