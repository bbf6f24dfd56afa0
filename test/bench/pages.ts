import { closeSync, createReadStream, openSync, renameSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** A record as the baselines and peers read it from a page: they trust what they get. */
export type RawRecord = {
  readonly id: string;
  readonly name?: string | null;
  readonly cid: string;
  readonly size?: number | null;
  readonly mime_type?: string | null;
  readonly group_id?: string | null;
  readonly keyvalues?: Readonly<Record<string, string>> | null;
  readonly created_at?: string | null;
};

export type RawPage = { readonly network: string; readonly text: string };

const page = z.object({ data: z.object({ files: z.array(z.unknown()), next_page_token: z.string().nullish() }) });
const NETWORKS = ['public', 'private'] as const;
const FILES_PER_PAGE = 1_000;

/** Asks a service for every page of its lists, one after the other, and hands over their text. */
export async function* pagesOf({ baseUrl, token }: { baseUrl: string; token: string }): AsyncGenerator<RawPage> {
  const headers = { Authorization: `Bearer ${token}` };
  for (const network of NETWORKS) {
    let next: string | null | undefined = '';
    while (typeof next === 'string') {
      const query: string = next === '' ? '' : `&pageToken=${encodeURIComponent(next)}`;
      const answer = await fetch(`${baseUrl}/files/${network}?limit=${FILES_PER_PAGE}${query}`, { headers });
      const text = await answer.text();
      yield { network, text };
      next = page.parse(JSON.parse(text)).data.next_page_token;
    }
  }
}

/** Keeps the pages as lines of `network<tab>page`, for baselines that need no service. */
export async function keepPages(service: { baseUrl: string; token: string }, path: string): Promise<void> {
  const file = openSync(`${path}.new`, 'w');
  for await (const { network, text } of pagesOf(service)) writeSync(file, `${network}\t${text}\n`);
  closeSync(file);
  renameSync(`${path}.new`, path);
}

/** @param limitPages for a part of them */
export async function* keptPages(path: string, limitPages = Number.POSITIVE_INFINITY): AsyncGenerator<RawPage> {
  let read = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (++read > limitPages) return;
    const at = line.indexOf('\t');
    yield { network: line.slice(0, at), text: line.slice(at + 1) };
  }
}

/** The records of a page, without a look at them. */
export function recordsOf({ text }: RawPage): readonly RawRecord[] {
  // The pages are the bench's own; checking them would be charged to the baseline.
  return (JSON.parse(text) as { data: { files: RawRecord[] } }).data.files;
}
