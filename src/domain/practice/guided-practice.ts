import { z } from 'zod';
import { changeSetId, fileKey, isSameFile } from '../core/ids.ts';

/** The steps of the guided practice, in their order. */
export const guidedSteps = ['networkOff', 'rename', 'elsewhere', 'networkOn', 'decide'] as const;
export type GuidedStep = (typeof guidedSteps)[number];

/** How far a person came in the guided practice. */
export const guidedPractice = z.object({
  /** False while the person does something else; the steps that are done stay done. */
  isOpen: z.boolean(),
  /** When the newest change set was made that waited as the network went: a later rename is the one that counts. */
  sinceMs: z.number(),
  /** The number of steps done, from the first. */
  done: z.number().int().min(0).max(guidedSteps.length),
  /** The rename of the second step; null before it. */
  renamed: z.object({ changeSetId, key: fileKey }).nullable(),
});
export type GuidedPractice = Readonly<z.infer<typeof guidedPractice>>;
export type GuidedRename = NonNullable<GuidedPractice['renamed']>;

/** What the app knows of the things that the steps ask for. */
export type GuidedFacts = {
  readonly isNetworkOn: boolean;
  /** When the newest change set that waits was made; 0 without one. */
  readonly newestSetAtMs: number;
  /** The newest rename that waits and was made after `sinceMs`; null without one. */
  readonly newRename: GuidedRename | null;
  /** Where the rename of the second step stands: it waits, it needs the person, or its end is decided. */
  readonly renameStatus: 'waiting' | 'needsYou' | 'decided' | null;
  /** The file that somebody else has just changed; null when nobody has. */
  readonly changedElsewhere: GuidedRename['key'] | null;
};

export const guidedPracticeBegun: GuidedPractice = { isOpen: true, sinceMs: 0, done: 0, renamed: null };

/** The step to do now; null when all are done. */
export const stepNow = ({ done }: GuidedPractice): GuidedStep | null => guidedSteps[done] ?? null;

/**
 * The progress after a look at the facts, by one step at most; the same object when they change nothing. A rename that was
 * sent before somebody else changed the file comes into no conflict: the practice then starts again.
 */
export function advanced(at: GuidedPractice, facts: GuidedFacts): GuidedPractice {
  const onward = { ...at, done: at.done + 1 };
  const isDecided = facts.renameStatus === 'decided';
  switch (stepNow(at)) {
    case 'networkOff':
      return facts.isNetworkOn ? at : { ...onward, sinceMs: facts.newestSetAtMs };
    case 'rename':
      return facts.newRename === null ? at : { ...onward, renamed: facts.newRename };
    case 'elsewhere':
      if (isDecided) return { ...guidedPracticeBegun, isOpen: at.isOpen };
      return isSameFile(facts.changedElsewhere, at.renamed?.key ?? null) ? onward : at;
    case 'networkOn':
      return facts.isNetworkOn ? onward : at;
    case 'decide':
      return isDecided ? onward : at;
    case null:
      return at;
  }
}
