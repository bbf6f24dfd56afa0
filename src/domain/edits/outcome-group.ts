import { z } from 'zod';
import { changeStatus, type ChangeStatus } from './edit.ts';

/** The statuses of a file in a change set, the most urgent first: its most urgent change stands for it. */
export const outcomeOrder = [
  'conflicted',
  'refused',
  'gone',
  'queued',
  'held',
  'settled',
  'discarded',
] as const satisfies readonly ChangeStatus[];

/** Files of a change set with the same status, and the same words of the service where it refused them. */
export const outcomeGroup = z.object({
  status: changeStatus,
  /** The words of the service; null where it said none, and for every status but `refused`. */
  message: z.string().nullable(),
  /** The status of the service's answer; null without one. */
  httpStatus: z.number().nullable(),
  files: z.number(),
});
export type OutcomeGroup = Readonly<z.infer<typeof outcomeGroup>>;

/** Which group of a set is meant. */
export const outcomeKey = outcomeGroup.pick({ status: true, message: true });
export type OutcomeKey = Readonly<z.infer<typeof outcomeKey>>;

/** When the files of a set were sent: the start of the first attempt and the end of the last, and their number. */
export const sentTimes = z.object({ fromMs: z.number(), toMs: z.number(), updates: z.number() });
export type SentTimes = Readonly<z.infer<typeof sentTimes>>;
