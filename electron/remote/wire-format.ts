import { z } from 'zod';
import type { Network } from '../../src/domain/core/ids.ts';
import { amountOrNull } from './json-fields.ts';
import { readFileRow, readKeyRow } from './record-rows.ts';
import type { FilePage, KeyPage, Page, ReceivedFile } from './service.ts';

/** A list that is null is empty; one that is missing or something else is not a list of this service. */
const rows = z
  .array(z.unknown())
  .nullable()
  .transform((list) => list ?? []);

const oneFile = z.object({ data: z.unknown().optional() });
const fileList = z.object({
  data: z.object({
    files: rows,
    // Of another type it is refused: taken for "no more pages" it would make every later file look deleted.
    next_page_token: z.string().nullish(),
  }),
});
const keyList = z.object({ keys: rows, count: amountOrNull });
const signed = z.object({
  data: z.object({ cid: z.string().nullish(), signature: z.string().nullish() }).nullish(),
});

/** @returns null when the answer is not a file record in `data` */
export function readFileAnswer(json: unknown, network: Network): ReceivedFile | null {
  const read = oneFile.safeParse(json);
  return read.success ? readFileRow(read.data.data, network) : null;
}

/**
 * @param known rows of the list that were taken out before
 * @returns null when the answer is not a list of files; a bad row is only set aside
 */
export function readFileList(json: unknown, network: Network, known = 0): FilePage | null {
  const read = fileList.safeParse(json);
  if (!read.success) return null;
  const { files, next_page_token } = read.data.data;
  const page = pageOf(files, (row) => readFileRow(row, network));
  return { ...page, rows: page.rows + known, nextPageToken: next_page_token || null };
}

/** @returns null when the answer is not a list of keys; a bad row is only set aside */
export function readKeyList(json: unknown): KeyPage | null {
  const read = keyList.safeParse(json);
  return read.success ? { ...pageOf(read.data.keys, readKeyRow), count: read.data.count } : null;
}

export type SignatureAnswer = { readonly cid: string | null; readonly signature: string | null };

/** @returns null when the answer is not about a signature; a CID nobody signed has a null `signature` */
export function readSignature(json: unknown): SignatureAnswer | null {
  const read = signed.safeParse(json);
  if (!read.success) return null;
  return { cid: read.data.data?.cid || null, signature: read.data.data?.signature || null };
}

function pageOf<T>(list: readonly unknown[], read: (row: unknown) => T | null): Page<T> {
  const items = list.flatMap((row) => {
    const item = read(row);
    return item === null ? [] : [item];
  });
  return { items, setAside: list.length - items.length, rows: list.length };
}
