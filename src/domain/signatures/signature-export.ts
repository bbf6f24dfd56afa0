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

/** The signature report: status, signer and age of every answer, as the text of a file. */
export function signatureExport(
  rows: readonly SignatureRow[],
  signers: readonly KnownSigner[],
  format: 'csv' | 'json',
): string {
  const labels = new Map<string, string>(signers.map(({ address, label }) => [address, label]));
  const lines = rows.map((row) => lineOf(row, labels));
  if (format === 'json') return JSON.stringify(lines, null, 2);
  return [[...COLUMNS], ...lines.map((line) => COLUMNS.map((column) => csvCell(line[column])))].map(csvLine).join('');
}
