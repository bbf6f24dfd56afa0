/** How long a request that was given up on may still land: until then no different value goes to its file. */
export const IN_FLIGHT_WINDOW_MS = 60_000;

/** For how long after a settled update a list that shows the old value is checked by a read before it is believed. */
export const STALE_LIST_MS = 120_000;

/** After this many failures in a row an edit is suspect, if other files succeed meanwhile. */
export const SUSPECT_AFTER_FAILURES = 8;

/** So often the service may call an update a conflict over a record that stays as it is; then it is the edit's. */
export const CONFLICT_ANSWERS_BEFORE_REFUSAL = 5;

type Try = { readonly body: string; readonly readRaw: string | null };

/** Whether the latest tries all sent the same over the same record. @param tries of one file, newest first */
export function isRepeatedConflict(tries: readonly Try[], failuresInARow: number): boolean {
  const latest = tries.slice(0, CONFLICT_ANSWERS_BEFORE_REFUSAL);
  const isSame = latest.every(({ body, readRaw }) => body === latest[0]?.body && readRaw === latest[0].readRaw);
  return (
    latest.length === CONFLICT_ANSWERS_BEFORE_REFUSAL && failuresInARow >= CONFLICT_ANSWERS_BEFORE_REFUSAL && isSame
  );
}

type Unresolved = { readonly body: string; readonly startedAtMs: number };

/**
 * When the next update of a file may go out, given one whose effect is not known: the same again at once, another only
 * when the old one can no longer land after it.
 *
 * @returns a time, or null for now
 */
export function waitBeforeSending(unresolved: Unresolved | null, body: string, nowMs: number): number | null {
  if (unresolved === null || unresolved.body === body) return null;
  const freeAtMs = unresolved.startedAtMs + IN_FLIGHT_WINDOW_MS;
  return freeAtMs > nowMs ? freeAtMs : null;
}
