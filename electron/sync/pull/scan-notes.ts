import type { ConnectionId, Network } from '../../../src/domain/core/ids.ts';
import type { FilesTable, ListingCursor } from '../../database/mirror/mirror.ts';

/** A scan of new files that has not come to its end. */
export type UnfinishedNews = {
  /** The number of the first request that brought news: what was last seen before it was in the mirror already. */
  readonly sinceRequestSeq: number;
  /** Pages with news so far. */
  readonly pages: number;
};

type ScanNotes = {
  /** When the latest full scan of a network ended without the end of its list; null for one that came to it. */
  readonly incompleteSinceMs: (network: Network) => number | null;
  readonly setIncomplete: (network: Network, atMs: number) => void;
  readonly setComplete: (network: Network) => void;
  /** Whether that scan of a network had rows that could not be read, before a stop and a resume too. */
  readonly isPartial: (network: Network, scanId: string) => boolean;
  readonly setPartial: (network: Network, cursor: ListingCursor) => void;
  /** Null where the latest scan of the new files of a network came to its end. */
  readonly unfinishedNews: (network: Network) => UnfinishedNews | null;
  readonly setUnfinishedNews: (network: Network, news: UnfinishedNews | null) => void;
  /** The network that a full scan over all networks finished last, and when; null while none is under way. */
  readonly finished: () => { readonly network: string | null; readonly atMs: number } | null;
  readonly setFinished: (network: Network, atMs: number) => void;
  readonly clearFinished: () => void;
  /** Counts a failure of the page at the cursor. @returns how many it had in a row */
  readonly countFailure: (network: Network, cursor: ListingCursor) => number;
};

/** What scans note beside their cursors. The mirror keeps a note as a row of the cursors, under a name that no scan has. */
export function scanNotes(files: Pick<FilesTable, 'cursor' | 'setCursor'>, connectionId: ConnectionId): ScanNotes {
  const note = (name: string): ListingCursor | null => files.cursor(connectionId, name);
  const setNote = (name: string, at: Omit<ListingCursor, 'job'>): void =>
    files.setCursor(connectionId, name, { ...at, job: name });
  const clearNote = (name: string): void => files.setCursor(connectionId, name, null);
  return {
    incompleteSinceMs: (network) => note(incompleteOf(network))?.startedAtMs ?? null,
    setIncomplete: (network, atMs) =>
      setNote(incompleteOf(network), { ...ofNoScan, position: null, startedAtMs: atMs }),
    setComplete: (network) => {
      clearNote(incompleteOf(network));
      clearNote(newsOf(network));
    },
    isPartial: (network, scanId) => note(partialOf(network))?.scanId === scanId,
    setPartial: (network, cursor) => setNote(partialOf(network), cursor),
    unfinishedNews: (network) => {
      const news = note(newsOf(network));
      return news && { sinceRequestSeq: news.startedRequestSeq, pages: news.done };
    },
    setUnfinishedNews: (network, news) => {
      if (news === null) return clearNote(newsOf(network));
      const place = { startedRequestSeq: news.sinceRequestSeq, done: news.pages };
      setNote(newsOf(network), { ...ofNoScan, ...place, position: null, startedAtMs: 0 });
    },
    finished: () => {
      const finished = note(FINISHED);
      return finished && { network: finished.position, atMs: finished.startedAtMs };
    },
    setFinished: (network, atMs) => setNote(FINISHED, { ...ofNoScan, position: network, startedAtMs: atMs }),
    clearFinished: () => clearNote(FINISHED),
    countFailure: (network, cursor) => {
      const before = note(failingOf(network));
      const isSame = before?.scanId === cursor.scanId && before.position === cursor.position;
      const failures = (isSame ? before.done : 0) + 1;
      setNote(failingOf(network), { ...cursor, done: failures });
      return failures;
    },
  };
}

const incompleteOf = (network: Network): string => `incomplete:${network}`;
const failingOf = (network: Network): string => `failing:${network}`;
const newsOf = (network: Network): string => `news:${network}`;
const partialOf = (network: Network): string => `partial:${network}`;
const FINISHED = 'files:finished';
const ofNoScan = { scanId: FINISHED, done: 0, startedRequestSeq: 0, fruitlessPages: 0 };
