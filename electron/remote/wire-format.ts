import { z } from 'zod';
import type { Network } from '../../src/domain/core/ids.ts';
import { amountOrNull, fileOfRow, keyOfRow, readFileRow, type ReadRow } from './record-rows.ts';
import type { FilePage, KeyPage, Page, ReceivedFile } from './service.ts';

/** The rows of a list. Null means an empty list; an absent list or another type fails. */
const rows = z
  .array(z.unknown())
  .nullable()
  .transform((list) => list ?? []);

const oneFile = z.object({ data: z.unknown().optional() });
const fileList = z.object({
  data: z.object({
    files: rows,
    // Another type fails: read as "no more pages", it would make every later file look deleted.
    next_page_token: z.union([z.string(), z.int().transform(String)]).nullish(),
  }),
});
const keyList = z.object({ keys: rows, count: amountOrNull });
/** An answer without `data` says that nobody signed only where it says nothing else: an error may come with status 200 too. */
const signed = z.union([
  z.object({
    data: z.object({ cid: z.string().nullish(), signature: z.string().nullish() }).nullable(),
    error: z.null().optional(),
  }),
  z.strictObject({ data: z.undefined().optional() }),
]);

/** Reads an answer with one file. @returns null without a file record in `data` */
export function readFileAnswer(json: unknown, network: Network): ReceivedFile | null {
  const read = oneFile.safeParse(json);
  return read.success ? readFileRow(read.data.data, network) : null;
}

/**
 * Reads an answer with a list of files. An unreadable row is set aside.
 *
 * @param known rows that were stripped from the text
 * @returns null without a list of files
 */
export function readFileList(json: unknown, network: Network, known = 0): FilePage | null {
  const read = fileList.safeParse(json);
  if (!read.success) return null;
  const { files, next_page_token } = read.data.data;
  const page = pageOf(files, (row) => fileOfRow(row, network));
  return { ...page, rows: page.rows + known, nextPageToken: next_page_token || null };
}

/** Reads an answer with a list of API keys. An unreadable row is set aside. @returns null without a list of keys */
export function readKeyList(json: unknown): KeyPage | null {
  const read = keyList.safeParse(json);
  return read.success ? { ...pageOf(read.data.keys, keyOfRow), count: read.data.count } : null;
}

/** A signature, and the CID that the answer says it is about. */
export type SignatureAnswer = { readonly cid: string | null; readonly signature: string | null };

/** Reads an answer with a signature, which is null when nobody signed. @returns null for any other answer */
export function readSignature(json: unknown): SignatureAnswer | null {
  const read = signed.safeParse(json);
  if (!read.success) return null;
  return { cid: read.data.data?.cid || null, signature: read.data.data?.signature || null };
}

function pageOf<T>(list: readonly unknown[], read: (row: unknown) => ReadRow<T>): Page<T> {
  const items: T[] = [];
  let setAsideReason: string | null = null;
  for (const row of list) {
    const one = read(row);
    if (one.ok) items.push(one.value);
    else setAsideReason ??= one.failure;
  }
  return { items, setAside: list.length - items.length, setAsideReason, rows: list.length };
}
