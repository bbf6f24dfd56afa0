/** A list of this many files takes five requests, which is not worth saving. */
const FEW_FILES = 5_000;
const FULL_EVERY_MS = 24 * 60 * 60_000;

/** What decides between a full and an incremental scan. */
export type ScanFacts = {
  readonly filesInMirror: number;
  /** When the last full scan ended; null when none ever did. */
  readonly fullAtMs: number | null;
  readonly nowMs: number;
  /** A person asked for a full scan, or one is unfinished. */
  readonly isWanted: boolean;
};

/**
 * Whether the next scan is a full one. An incremental scan finds new files only, no changed or removed ones, but a full
 * scan of a million files takes a thousand requests.
 */
export const isFullScanDue = ({ filesInMirror, fullAtMs, nowMs, isWanted }: ScanFacts): boolean =>
  isWanted ||
  fullAtMs === null ||
  filesInMirror <= FEW_FILES ||
  // The time since the last scan is unknown once the clock was set back.
  nowMs - fullAtMs >= FULL_EVERY_MS ||
  nowMs < fullAtMs;
