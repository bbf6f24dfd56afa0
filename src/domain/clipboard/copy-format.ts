import { z } from 'zod';
import type { FileRecord } from '../files/file.ts';
import { metadataColumns, recordObject, recordTable } from '../files/record-table.ts';
import { gatewayUrl } from '../gateways/gateway.ts';
import { hasCid } from '../signatures/cid.ts';
import { ipfsAddress, markdownLink, oneLine, shellWord } from './quoting.ts';

/** The texts that stand for files in the clipboard. All but `json` and `csv` are one line for each file. */
export const copyFormat = z.enum(['cid', 'ipfs', 'gateway', 'markdown', 'name', 'id', 'app', 'json', 'csv', 'curl']);
export type CopyFormat = z.infer<typeof copyFormat>;

/** Most files of one text: programs that paste hold all of it in memory, and more are written to a file. */
export const MOST_COPIED_FILES = 20_000;

/** Longest text for the clipboard, in UTF-16 code units. A longer one ends after its last whole file. */
export const LONGEST_COPY = 20_000_000;

/** `files` are in the text; `pending` have no CID yet, and a format that consists of CIDs leaves them out. */
export type CopiedText = { readonly text: string; readonly files: number; readonly pending: number };

/** The formats that consist of the CID. */
const ofCids: ReadonlySet<CopyFormat> = new Set(['cid', 'ipfs', 'gateway', 'markdown']);

/** What a text names that is no file's own. */
export type CopyAddresses = {
  /** The connection that a link into the app names. */
  readonly connectionId: string;
  /** Of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** The gateway of the connection; null without one, and then no file has a gateway link. */
  readonly gateway: string | null;
};

/** The text that stands for files in the clipboard. */
export function copiedText(
  files: readonly FileRecord[],
  format: CopyFormat,
  addresses: CopyAddresses,
  longest = LONGEST_COPY,
): CopiedText {
  const fit = files.filter((file) => isFit(file, format, addresses));
  const pending = files.length - fit.length;
  if (format === 'csv') return { ...csvOf(fit, longest), pending };
  if (format === 'json') return { ...jsonOf(fit, longest), pending };
  const lines = fitting(
    fit.map((file) => lineOf[format](file, addresses)),
    longest,
  );
  return { text: lines.join('\n'), files: lines.length, pending };
}

const linkOf = (cid: string, { gateway }: CopyAddresses): string | null =>
  gateway === null ? null : gatewayUrl(gateway, cid);

function isFit({ cid }: FileRecord, format: CopyFormat, addresses: CopyAddresses): boolean {
  if (format === 'gateway') return linkOf(cid, addresses) !== null;
  return !ofCids.has(format) || hasCid(cid);
}

type LineFormat = Exclude<CopyFormat, 'csv' | 'json'>;

const lineOf: Readonly<Record<LineFormat, (file: FileRecord, addresses: CopyAddresses) => string>> = {
  cid: ({ cid }) => oneLine(cid),
  ipfs: ({ cid }) => ipfsAddress(cid),
  gateway: ({ cid }, addresses) => linkOf(cid, addresses) ?? '',
  markdown: ({ name, id, cid }) => markdownLink(name ?? id, ipfsAddress(cid)),
  name: ({ name }) => oneLine(name ?? ''),
  id: ({ id }) => oneLine(id),
  app: ({ network, id }, { connectionId }) => `pinfold:/c/${connectionId}/files/${network}/${encodeURIComponent(id)}`,
  // Double quotes let the shell put the token in: the text itself never holds it.
  curl: ({ network, id }, { baseUrl }) =>
    `curl -H "Authorization: Bearer $TOKEN" ${shellWord(`${baseUrl}/files/${network}/${encodeURIComponent(id)}`)}`,
};

/** The first parts whose lengths add up to no more than `longest`. */
function fitting(parts: readonly string[], longest: number): readonly string[] {
  let length = 0;
  const end = parts.findIndex((part) => (length += part.length + 1) > longest);
  return end === -1 ? parts : parts.slice(0, end);
}

const COLUMNS = ['network', 'id', 'cid', 'name', 'size_bytes', 'mime_type', 'group_id', 'created_at'] as const;

/** One file is an object, several are a list. The import of a table reads the list. */
function jsonOf(files: readonly FileRecord[], longest: number): Omit<CopiedText, 'pending'> {
  const objects = fitting(
    files.map((file) => JSON.stringify(recordObject(file, COLUMNS), null, 2)),
    longest,
  );
  const text = files.length === 1 ? objects.join('') : `[\n${objects.join(',\n')}\n]`;
  return { text, files: objects.length };
}

/** Columns as an exported table has them, so that the import reads this text too. */
function csvOf(files: readonly FileRecord[], longest: number): Omit<CopiedText, 'pending'> {
  const { head, lineOf: lineOfRecord } = recordTable(COLUMNS, metadataColumns(files));
  const lines: string[] = [];
  let length = head.length;
  // Each line has a cell for each key of any file: the lines beyond the limit are never made.
  for (const file of files) {
    const line = lineOfRecord(file);
    length += line.length;
    if (length > longest) break;
    lines.push(line);
  }
  return { text: head + lines.join(''), files: lines.length };
}
