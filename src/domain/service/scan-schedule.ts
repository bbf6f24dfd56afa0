/** So many files are listed in five requests: looking at all of them costs nothing worth saving. */
const FEW_FILES = 5_000;
const FULL_EVERY_MS = 24 * 60 * 60_000;

export type ScanFacts = {
  readonly filesInCopy: number;
  /** When every file was last looked at; null when that never came to its end. */
  readonly fullAtMs: number | null;
  readonly nowMs: number;
  /** A person asked for it, or one was begun and not finished. */
  readonly isWanted: boolean;
};

/**
 * Whether a check looks at every file, or only at those that came since the last one. The second finds nothing that was
 * changed or removed, but a library of a million files is a thousand requests.
 */
export const isFullScanDue = ({ filesInCopy, fullAtMs, nowMs, isWanted }: ScanFacts): boolean =>
  isWanted ||
  fullAtMs === null ||
  filesInCopy <= FEW_FILES ||
  // A clock that was set back says nothing about how long ago it was.
  nowMs - fullAtMs >= FULL_EVERY_MS ||
  nowMs < fullAtMs;
