import { DAY_MS } from '../core/durations.ts';
import { z } from 'zod';
import { changeSetId } from '../core/ids.ts';
import { field } from '../files/field.ts';
import { countedRequests, withCounted } from './requests.ts';

/** Why the app and the service could not work together for a while. */
export const troubleReason = z.enum([
  'offline',
  'unreachable',
  'notAnswering',
  'rateLimited',
  'notOurService',
  'notAllowed',
  'tokenRefused',
  'incompleteList',
  'fileCeiling',
  'disk',
]);
export type TroubleReason = z.infer<typeof troubleReason>;

/** Long work that the person began and the app carried out in the background. */
export const activityJob = z.enum(['signatures', 'export', 'import', 'rebuild']);
export type ActivityJob = z.infer<typeof activityJob>;

/** When it began, and the requests that it took. */
const course = z.object({ fromMs: z.number(), requests: z.array(countedRequests) });

/**
 * One thing that happened to a connection, as the profile keeps it. A stored event of a kind that this release does not
 * know is left out, so that kinds can be added.
 */
export const activityEvent = z.discriminatedUnion('kind', [
  /** Somebody else changed files; `fields` by the number of files, most first. */
  course.extend({
    kind: z.literal('changedElsewhere'),
    files: z.number(),
    fields: z.array(z.object({ field, files: z.number() })),
  }),
  /** Files that were not in the mirror before; null where too many came to be looked at. */
  course.extend({
    kind: z.literal('filesAdded'),
    files: z.number(),
    /** When the service took the oldest of them; null where it did not say, and in events of earlier releases. */
    oldestMs: z.number().nullable().default(null),
    sizeBytes: z.number().nullable(),
    group: z.object({ group: z.string(), files: z.number() }).nullable(),
  }),
  course.extend({ kind: z.literal('filesGone'), files: z.number() }),
  /** The first complete copy of a service. */
  course.extend({ kind: z.literal('copied'), files: z.number() }),
  /** One or more checks in a row that found nothing new. */
  course.extend({ kind: z.literal('checked'), checks: z.number() }),
  /** `detail` in the words of the service or of the system. */
  course.extend({ kind: z.literal('trouble'), reason: troubleReason, detail: z.string() }),
  course.extend({ kind: z.literal('recovered'), reason: troubleReason }),
  /** `detail` is the path of an export, or why files failed. */
  course.extend({
    kind: z.literal('job'),
    job: activityJob,
    outcome: z.enum(['done', 'failed']),
    files: z.number(),
    failed: z.number(),
    detail: z.string().nullable(),
  }),
]);
export type ActivityEvent = Readonly<z.infer<typeof activityEvent>>;

/** A change set of the person, as it stands now. Numbers of field changes by status. */
export const ownChange = z.object({
  kind: z.literal('changeSet'),
  changeSet: changeSetId,
  title: z.string(),
  files: z.number(),
  queued: z.number(),
  held: z.number(),
  needsYou: z.number(),
  settled: z.number(),
  discarded: z.number(),
});

/** Who did it: the person here, somebody elsewhere, or the app by itself. */
export const activityOrigin = z.enum(['mine', 'elsewhere', 'app']);
export type ActivityOrigin = z.infer<typeof activityOrigin>;

/** One entry of the activity. `id` is unique within a connection and stays the same. */
export const activityEntry = z.object({
  id: z.string(),
  atMs: z.number(),
  origin: activityOrigin,
  about: z.discriminatedUnion('kind', [...activityEvent.options, ownChange]),
});
export type ActivityEntry = Readonly<z.infer<typeof activityEntry>>;

/** How long, and how many events of one connection, the profile keeps. */
export const activityLimits = { keptMs: 30 * DAY_MS, events: 2_000 } as const;

const ELSEWHERE: ReadonlySet<ActivityEvent['kind']> = new Set(['changedElsewhere', 'filesAdded', 'filesGone']);

export const originOf = ({ kind }: Pick<ActivityEvent, 'kind'>): Exclude<ActivityOrigin, 'mine'> =>
  ELSEWHERE.has(kind) ? 'elsewhere' : 'app';

/**
 * The newest event with the next one folded into it; null where the next one is an event of its own. Checks that find
 * nothing come every few minutes, and a row for each would bury the rest.
 */
export function folded(newest: ActivityEvent, next: ActivityEvent): ActivityEvent | null {
  if (newest.kind !== 'checked' || next.kind !== 'checked') return null;
  const requests = next.requests.reduce(withCounted, newest.requests);
  return { ...next, fromMs: newest.fromMs, checks: newest.checks + next.checks, requests: [...requests] };
}
