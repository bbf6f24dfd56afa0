/** A library in full: the seed that makes it, its size, and the time from which its dates count back. */
export type StudioPlan = {
  readonly seed: number;
  readonly fileCount: number;
  readonly nowMs: number;
};

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** The age of the oldest file. */
const SPAN_MS = 540 * DAY_MS;
/** The age of the newest upload. */
const NEWEST_MS = 25 * MINUTE_MS;
/** People upload many files at a time. */
const FILES_PER_UPLOAD = 24;
const UPLOAD_MS = 12 * MINUTE_MS;

/** Uploads were rarer long ago: an exponent above 1 gathers them near the present. */
const GATHERING = 1.6;

/** When a file was created: uploads of many files, more of them lately. Never later than a newer file's time. */
export function creationMs({ fileCount, nowMs }: StudioPlan, position: number): number {
  const uploads = Math.max(Math.ceil(fileCount / FILES_PER_UPLOAD), 1);
  const upload = Math.floor(position / FILES_PER_UPLOAD);
  const ageMs = (of: number): number => SPAN_MS * (Math.max(uploads - 1 - of, 0) / uploads) ** GATHERING;
  const beginMs = nowMs - NEWEST_MS - ageMs(upload);
  const within = (position % FILES_PER_UPLOAD) / FILES_PER_UPLOAD;
  const lastsMs = upload < uploads - 1 ? Math.min(UPLOAD_MS, ageMs(upload) - ageMs(upload + 1)) : UPLOAD_MS;
  return Math.floor(beginMs + within * lastsMs);
}
