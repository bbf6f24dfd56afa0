import { DAY_MS } from '../core/durations.ts';
import { z } from 'zod';

/** Why a look for updates, or a download, came to nothing. */
export const updateProblem = z.enum([
  'unreachable',
  'noFeed',
  'badSignature',
  'malformedFeed',
  'cutDownload',
  'tamperedFile',
  'diskFull',
  'notWritable',
]);
export type UpdateProblem = z.infer<typeof updateProblem>;

/** How far the program is with its updates. */
export const updateState = z.discriminatedUnion('kind', [
  /** The build names no feed, so nothing is asked. */
  z.object({ kind: z.literal('notConfigured') }),
  z.object({ kind: z.literal('resting') }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('upToDate') }),
  /** Released in stages, and this installation comes later. */
  z.object({ kind: z.literal('later'), version: z.string() }),
  z.object({
    kind: z.literal('available'),
    version: z.string(),
    /** Null where the release has no package for this computer. */
    sizeBytes: z.number().nullable(),
    notesUrl: z.string(),
  }),
  z.object({ kind: z.literal('downloading'), version: z.string(), doneBytes: z.number(), sizeBytes: z.number() }),
  /** Downloaded and checked. */
  z.object({ kind: z.literal('ready'), version: z.string(), path: z.string(), notesUrl: z.string() }),
]);
export type UpdateState = z.infer<typeof updateState>;

/** What a person chose about updates, and what is known between two starts. */
export const updateChoice = z.object({
  /** Whether the feed is asked for once a day. */
  isDaily: z.boolean(),
  /** The time of the last look; null before the first. */
  checkedAtMs: z.number().nullable(),
  /** Decides when a release in stages reaches this installation, 0 to 99; null before the first look. */
  rolloutNumber: z.number().int().min(0).max(99).nullable(),
});
export type UpdateChoice = Readonly<z.infer<typeof updateChoice>>;

/** Nobody is asked before the person says yes. */
export const noUpdates: UpdateChoice = { isDaily: false, checkedAtMs: null, rolloutNumber: null };

/** When the next daily look is due; null while none is wanted. A clock that was set back makes it due now. */
export function nextCheckAtMs({ isDaily, checkedAtMs }: UpdateChoice, nowMs: number): number | null {
  if (!isDaily) return null;
  return checkedAtMs === null || checkedAtMs > nowMs ? nowMs : Math.max(nowMs, checkedAtMs + DAY_MS);
}
