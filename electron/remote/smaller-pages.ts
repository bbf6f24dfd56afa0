import type { Network } from '../../src/domain/core/ids.ts';
import { failureClassOf, isTooLarge, type RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import type { PacedService } from './service.ts';

/** How many times smaller a page is than the one before, whose answer was too large. */
const SHRINKS_BY = 10;
/** Rows. If the answer to so few is too large, fewer rows would not make it readable. */
const FEWEST_ROWS = 10;
/** Pages that stay small after one that came to no end in time: another one in vain takes as long again, and ends the scan. */
const PAGES_AFTER_SLOW_ONE = 100;

/** The size that the pages of a list shrank to, and how many more of them are asked for before it grows again. */
type Shrunk = { readonly rows: number; readonly pagesLeft: number };

const shrunkTo = (rows: number, pagesLeft = SHRINKS_BY): Shrunk => ({ rows, pagesLeft });
const fewerThan = (rows: number): number => Math.max(FEWEST_ROWS, Math.floor(rows / SHRINKS_BY));

/** Whether fewer rows may be what it takes: no answer in time, an answer that was cut, or a gateway that waited no longer. */
const mayBeSlow = (failure: RemoteFailure): boolean => failureClassOf(failure).kind === 'unknown';

/**
 * Asks a service for a page of files with fewer rows when the answer is too large to read. The page token is the position,
 * so that the walk goes on from the same place.
 *
 * The next pages stay small, because neighbours in a list are often alike and an answer in vain costs as much as the largest
 * one that is read. The size grows again after as many rows as a page had before: one heavy stretch slows itself
 * alone, and a list that is heavy all through costs about twice its bytes.
 *
 * A page that got no answer in time fails, because nobody knows whether its size is the reason, and edits wait for the end of
 * a page. The next try asks for fewer rows.
 */
export function smallerPages(service: PacedService): PacedService {
  const lists = new Map<Network, Shrunk>();
  return {
    ...service,
    listFiles: async (network, pageToken, limit, signal, ...more) => {
      let rows = Math.min(limit, lists.get(network)?.rows ?? limit);
      for (;;) {
        const page = await service.listFiles(network, pageToken, rows, signal, ...more);
        if (page.ok) growAfter(lists, network, rows, limit);
        if (page.ok || rows <= FEWEST_ROWS) return page;
        if (!isTooLarge(page.failure)) {
          const isSlow = mayBeSlow(page.failure) && !signal.aborted;
          if (isSlow) lists.set(network, shrunkTo(fewerThan(rows), PAGES_AFTER_SLOW_ONE));
          return page;
        }
        rows = fewerThan(rows);
        lists.set(network, shrunkTo(rows));
      }
    },
  };
}

/** Counts a page that was read. @param limit the rows of a page of full size */
function growAfter(lists: Map<Network, Shrunk>, network: Network, rows: number, limit: number): void {
  const shrunk = lists.get(network);
  if (shrunk === undefined || rows < shrunk.rows) return;
  const pagesLeft = shrunk.pagesLeft - 1;
  if (pagesLeft > 0) lists.set(network, { ...shrunk, pagesLeft });
  else if (rows * SHRINKS_BY < limit) lists.set(network, shrunkTo(rows * SHRINKS_BY));
  else lists.delete(network);
}
