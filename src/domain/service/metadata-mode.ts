import { z } from 'zod';

/**
 * What is known of how the service treats key/values on update: whether it merges them into the existing ones or
 * replaces them, and whether a merge can remove a key. The contract leaves it open, so it is learnt.
 */
export const metadataMode = z.enum(['unknown', 'merge', 'mergeWithoutRemoval', 'replace']);
export type MetadataMode = z.infer<typeof metadataMode>;

/** A service's key/values as JSON had them: not every value is a string. */
export type RawKeyvalues = ReadonlyMap<string, unknown>;

/** What was sent and what came back, for the keys an update meant to change. */
export type UpdateEvidence = {
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

export type MetadataEvidence = {
  readonly mode: MetadataMode;
  readonly because: string;
  /** Keys nobody meant to touch that the answer no longer has: put back at once. */
  readonly lost: readonly string[];
};

/** What one answer teaches, or null when it teaches nothing new. Only ever asked about 2xx answers to our own PUT. */
export function detectedMode(evidence: UpdateEvidence): MetadataEvidence | null {
  const lost = untouchedAndLost(evidence);
  const leftOut = evidence.removed.filter((key) => !evidence.sent.has(key));
  if (lost.length > 0)
    return { mode: afterLoss(evidence.mode), because: `"${lost[0]}" vanished though it was not sent`, lost };
  const kept = leftOut.find((key) => evidence.answered.has(key));
  if (kept !== undefined) return lesson(evidence.mode, 'merge', `"${kept}" was left out and is still there`);
  const [gone] = leftOut;
  if (gone !== undefined) return lesson(evidence.mode, 'replace', `"${gone}" was left out and is gone`);
  const undead = evidence.removed.find((key) => evidence.sent.get(key) === null && evidence.answered.has(key));
  if (undead !== undefined)
    return lesson(evidence.mode, 'mergeWithoutRemoval', `"${undead}" was sent as null and is still there`);
  return null;
}

/** A contradiction of what was known makes it unknown again; what was unknown is now known to replace. */
const afterLoss = (mode: MetadataMode): MetadataMode =>
  mode === 'unknown' || mode === 'replace' ? 'replace' : 'unknown';

function lesson(known: MetadataMode, learnt: MetadataMode, because: string): MetadataEvidence | null {
  if (known === learnt) return null;
  const contradicts = known === 'replace' && learnt === 'merge';
  return { mode: contradicts ? 'unknown' : learnt, because, lost: [] };
}

function untouchedAndLost({ before, sent, removed, answered }: UpdateEvidence): readonly string[] {
  const meant = new Set(removed);
  return [...before.keys()].filter((key) => !sent.has(key) && !meant.has(key) && !answered.has(key));
}
