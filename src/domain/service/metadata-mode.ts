import { z } from 'zod';

/**
 * Metadata mode: whether an update merges its key/values into the existing ones or replaces them, and whether a merge can
 * remove a key. The contract leaves it open, so answers to our own updates show it.
 */
export const metadataMode = z.enum(['unknown', 'merge', 'mergeWithoutRemoval', 'replace']);
export type MetadataMode = z.infer<typeof metadataMode>;

/** Key/values as JSON had them: not every value is a string. */
export type RawKeyvalues = ReadonlyMap<string, unknown>;

const key = z.string();

/** What showed the mode: what became of a key in an answer, or a self-test. */
export const modeEvidence = z.discriminatedUnion('kind', [
  /** An update that left the key alone lost it. */
  z.object({ kind: z.literal('lost'), key }),
  z.object({ kind: z.literal('leftOutAndKept'), key }),
  z.object({ kind: z.literal('leftOutAndGone'), key }),
  z.object({ kind: z.literal('nullAndKept'), key }),
  z.object({ kind: z.literal('selfTest'), mode: metadataMode.exclude(['unknown']) }),
]);
export type ModeEvidence = Readonly<z.infer<typeof modeEvidence>>;

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
  readonly because: ModeEvidence;
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
  const [first] = lost;
  if (first !== undefined) return { mode: afterLoss(evidence.mode), because: { kind: 'lost', key: first }, lost };
  const kept = leftOut.find((key) => evidence.answered.has(key));
  if (kept !== undefined) return evidenceFor(evidence.mode, 'merge', { kind: 'leftOutAndKept', key: kept });
  const [gone] = leftOut;
  if (gone !== undefined) return evidenceFor(evidence.mode, 'replace', { kind: 'leftOutAndGone', key: gone });
  const remaining = evidence.removed.find((key) => evidence.sent.get(key) === null && evidence.answered.has(key));
  if (remaining !== undefined)
    return evidenceFor(evidence.mode, 'mergeWithoutRemoval', { kind: 'nullAndKept', key: remaining });
  return null;
}

/** A lost key contradicts merge, which makes the mode unknown again; an unknown mode is now replace. */
const afterLoss = (mode: MetadataMode): MetadataMode =>
  mode === 'unknown' || mode === 'replace' ? 'replace' : 'unknown';

function evidenceFor(known: MetadataMode, shown: MetadataMode, because: ModeEvidence): MetadataEvidence | null {
  if (known === shown) return null;
  const contradicts = known === 'replace' && shown === 'merge';
  return { mode: contradicts ? 'unknown' : shown, because, lost: [] };
}

function untouchedAndLost({ before, sent, removed, answered }: UpdateEvidence): readonly string[] {
  const meant = new Set(removed);
  return [...before.keys()].filter((key) => !sent.has(key) && !meant.has(key) && !answered.has(key));
}
