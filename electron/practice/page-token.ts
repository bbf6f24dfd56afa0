import { Refusal } from './answers.ts';
import type { Order } from './tables/files-table.ts';
import type { Network } from './tables/records.ts';

/** Where a listing goes on; callers may only hand it back. */
export function pageToken(network: Network, order: Order, lastSeq: number): string {
  return Buffer.from(`after/${network}/${order}/${lastSeq}`).toString('base64url');
}

/** @throws Refusal 400 when the token was not made for this listing */
export function placeOfPageToken(token: string, network: Network, order: Order): number {
  const text = Buffer.from(token, 'base64url').toString();
  const seq = /^after\/(public|private)\/(?:ASC|DESC)\/(\d{1,15})$/.exec(text)?.[2];
  if (seq === undefined || pageToken(network, order, Number(seq)) !== token) {
    throw new Refusal(400, 'the page token does not belong to this listing');
  }
  return Number(seq);
}
