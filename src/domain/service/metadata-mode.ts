import { z } from 'zod';

/**
 * Metadata mode: whether an update merges its key/values into the existing ones or replaces them, and whether a merge can
 * remove a key. The contract leaves it open, so answers to our own updates show it.
 */
export const metadataMode = z.enum(['unknown', 'merge', 'mergeWithoutRemoval', 'replace']);
export type MetadataMode = z.infer<typeof metadataMode>;

/** Key/values as JSON had them: not every value is a string. */
export type RawKeyvalues = ReadonlyMap<string, unknown>;

/** One update of metadata and the 2xx answer to it. */
export type UpdateEvidence = {
  /** The mode known so far. */
  readonly mode: MetadataMode;
  /** Read just before the update. */
  readonly before: RawKeyvalues;
  /** The keys and values of the body; `null` asks for removal. */
  readonly sent: ReadonlyMap<string, unknown>;
  /** Keys the update meant to remove, whether by leaving them out or by `null`. */
  readonly removed: readonly string[];
  /** From the body of the 2xx answer to that very update. */
  readonly answered: RawKeyvalues;
};

/** What an answer shows: the new mode, and why. */
export type MetadataEvidence = {
  readonly mode: MetadataMode;
  /** A sentence for the person. */
  readonly because: string;
  /** Keys that the update did not mean to touch and the answer no longer has. */
  readonly lost: readonly string[];
};

/**
 * The metadata mode that one answer shows. Only a 2xx answer to our own update is evidence: after a timeout a key may
 * still be there because nothing was applied.
 *
 * @returns null when the answer shows nothing new
 */
export function detectedMode(evidence: UpdateEvidence): MetadataEvidence | null {
  const lost = untouchedAndLost(evidence);
  const leftOut = evidence.removed.filter((key) => !evidence.sent.has(key));
  if (lost.length > 0)
    return { mode: afterLoss(evidence.mode), because: `"${lost[0]}" vanished though it was not sent`, lost };
  const kept = leftOut.find((key) => evidence.answered.has(key));
  if (kept !== undefined) return evidenceFor(evidence.mode, 'merge', `"${kept}" was left out and is still there`);
  const [gone] = leftOut;
  if (gone !== undefined) return evidenceFor(evidence.mode, 'replace', `"${gone}" was left out and is gone`);
  const remaining = evidence.removed.find((key) => evidence.sent.get(key) === null && evidence.answered.has(key));
  if (remaining !== undefined)
    return evidenceFor(evidence.mode, 'mergeWithoutRemoval', `"${remaining}" was sent as null and is still there`);
  return null;
}

/** A lost key contradicts merge, which makes the mode unknown again; an unknown mode is now replace. */
const afterLoss = (mode: MetadataMode): MetadataMode =>
  mode === 'unknown' || mode === 'replace' ? 'replace' : 'unknown';

function evidenceFor(known: MetadataMode, shown: MetadataMode, because: string): MetadataEvidence | null {
  if (known === shown) return null;
  const contradicts = known === 'replace' && shown === 'merge';
  return { mode: contradicts ? 'unknown' : shown, because, lost: [] };
}

function untouchedAndLost({ before, sent, removed, answered }: UpdateEvidence): readonly string[] {
  const meant = new Set(removed);
  return [...before.keys()].filter((key) => !sent.has(key) && !meant.has(key) && !answered.has(key));
}
