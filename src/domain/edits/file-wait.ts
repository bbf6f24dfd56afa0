import { z } from 'zod';
import type { Field } from '../files/field.ts';
import { type FileRetry, fileRetry } from '../service/remote-failure.ts';
import type { FieldChange } from './edit.ts';

/** What the queued changes of a file wait for, apart from what holds up their whole connection. */
export const fileWait = z.discriminatedUnion('kind', [
  /** Nothing but the file's turn. */
  z.object({ kind: z.literal('turn') }),
  /** The answer to their update, which is on its way. */
  z.object({ kind: z.literal('sending') }),
  /** The answer to the read before the update, which takes long. */
  z.object({ kind: z.literal('reading') }),
  /** The next try after a failure. */
  z.object({ kind: z.literal('retry'), retry: fileRetry }),
  /** The end of the time in which an earlier update may still land. */
  z.object({ kind: z.literal('earlierUpdate'), untilMs: z.number() }),
  /** Its next turn, which was put off. */
  z.object({ kind: z.literal('later'), untilMs: z.number() }),
  /** A person's decision about another edit of the file, which has this status. */
  z.object({ kind: z.literal('decision'), about: z.enum(['conflicted', 'refused', 'gone']) }),
  /** A person's word, because another account than the connection's made them. */
  z.object({ kind: z.literal('parked') }),
]);
export type FileWait = Readonly<z.infer<typeof fileWait>>;

/** A file with what is known of its next update. */
export type FileInQueue = {
  /** The file's open changes of one account. */
  readonly changes: readonly Pick<FieldChange, 'field' | 'status'>[];
  readonly isParked: boolean;
  /** The request of the file that is without an answer: its update, or an overdue read before it; null for none. */
  readonly request: 'update' | 'read' | null;
  /** Null when the last try did not fail. */
  readonly retry: FileRetry | null;
  /** Before this time nothing of the file is sent; 0 for no such time. */
  readonly notBeforeMs: number;
  /** Whether the effect of an earlier update is unknown. */
  readonly isEarlierUnknown: boolean;
};

/**
 * What the queued changes of some fields of a file wait for.
 *
 * @returns null when none of these fields has a queued change
 */
export function fileWaitOf(file: FileInQueue, fields: ReadonlySet<Field>, nowMs: number): FileWait | null {
  const queued = file.changes.filter(({ status, field }) => status === 'queued' && fields.has(field));
  if (queued.length === 0) return null;
  if (file.isParked) return { kind: 'parked' };
  const about = decisionAwaited(file.changes, queued);
  if (about !== null) return { kind: 'decision', about };
  if (file.request !== null) return { kind: file.request === 'update' ? 'sending' : 'reading' };
  if (file.retry !== null) return { kind: 'retry', retry: file.retry };
  if (file.notBeforeMs <= nowMs) return { kind: 'turn' };
  return { kind: file.isEarlierUnknown ? 'earlierUpdate' : 'later', untilMs: file.notBeforeMs };
}

/** A refused or gone change stops the whole file, a conflicted one the later changes of its field. */
function decisionAwaited(
  all: FileInQueue['changes'],
  queued: FileInQueue['changes'],
): 'conflicted' | 'refused' | 'gone' | null {
  const has = (status: FieldChange['status']): boolean => all.some((change) => change.status === status);
  if (has('refused')) return 'refused';
  if (has('gone')) return 'gone';
  const isBlocked = ({ field }: Pick<FieldChange, 'field'>): boolean =>
    all.some((change) => change.field === field && change.status === 'conflicted');
  return queued.every(isBlocked) ? 'conflicted' : null;
}
