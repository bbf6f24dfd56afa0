import { z } from 'zod';
import { editId, fileKey } from '../core/ids.ts';
import { field } from '../files/field.ts';
import { type ChangeUpdate, isOf } from './change-update.ts';
import { changeStatus, type FieldChange, fieldValue, isOpen, type RequestedChange } from './edit.ts';

const side = z.object({ status: changeStatus, base: fieldValue, mine: fieldValue }).readonly();

/** A change as a person's decision about a conflict found it, and as it left it. */
export const decidedChange = z.object({ key: fileKey, editId, field, before: side, after: side }).readonly();
export type DecidedChange = z.infer<typeof decidedChange>;

const sideOf = ({ status, base, mine }: FieldChange): DecidedChange['before'] => ({ status, base, mine });

const isSame = (a: DecidedChange['before'], b: DecidedChange['before']): boolean =>
  a.status === b.status && a.base === b.base && a.mine === b.mine;

/** What a decision has changed. @param before all changes of one file @param after the same ones, in the same order */
export function decidedChanges(
  key: DecidedChange['key'],
  before: readonly FieldChange[],
  after: readonly FieldChange[],
): readonly DecidedChange[] {
  return before.flatMap((one) => {
    const now = after.find((other) => isOf(other, one));
    if (now === undefined || isSame(sideOf(one), sideOf(now))) return [];
    return [{ key, editId: one.editId, field: one.field, before: sideOf(one), after: sideOf(now) }];
  });
}

/** How a decision is undone: what is set back, the step that does it again, and the values to send where it was sent. */
export type Undecided = {
  readonly updates: readonly ChangeUpdate[];
  readonly again: readonly DecidedChange[];
  readonly sendBack: readonly Pick<RequestedChange, 'field' | 'mine'>[];
};

/**
 * Undoes a decision. A field whose changes are all as the decision left them becomes the conflict that it was. Where the
 * decided value was sent, the value of the service that it replaced is sent back. Any other field stays as it is: what
 * happened to it since was no part of the decision.
 *
 * @param changes all changes of the file, any status
 * @param decided of the same file
 * @param isSent whether a queued change may have reached the service
 */
export function undecide(
  changes: readonly FieldChange[],
  decided: readonly DecidedChange[],
  isSent: (queued: FieldChange) => boolean,
  nowMs: number,
): Undecided {
  const parts = [...Map.groupBy(decided, (one) => one.field).values()].map((ofField): Undecided => {
    const nothing: Undecided = { updates: [], again: [], sendBack: [] };
    const now = changes.filter((one) => ofField.some((other) => isOf(other, one)));
    const sent = now.find((one) => one.status === 'settled' || (one.status === 'queued' && isSent(one)));
    if (sent !== undefined) return { ...nothing, sendBack: sendBackOf(sent, ofField) };
    const isAsLeft = ofField.every((one) => now.some((other) => isOf(one, other) && isSame(sideOf(other), one.after)));
    if (!isAsLeft || hasLaterChange(changes, now)) return nothing;
    return {
      ...nothing,
      updates: ofField.map((one) =>
        asBefore(
          one,
          now.find((other) => isOf(one, other)),
          nowMs,
        ),
      ),
      again: ofField.map((one) => ({ ...one, before: one.after, after: one.before })),
    };
  });
  return {
    updates: parts.flatMap(({ updates }) => updates),
    again: parts.flatMap(({ again }) => again),
    sendBack: parts.flatMap(({ sendBack }) => sendBack),
  };
}

/** A conflict asks about the value that the decision took for its base, also where a rule has overruled another one since. */
function asBefore(
  { editId: id, field: of, before, after }: DecidedChange,
  now: FieldChange | undefined,
  nowMs: number,
): ChangeUpdate {
  const isAskedAgain = before.status === 'conflicted' && after.status === 'queued';
  const asked = { server: after.base, serverSeenAtMs: now?.serverSeenAtMs ?? nowMs };
  return { editId: id, field: of, ...before, ...(isAskedAgain ? asked : {}) };
}

/** The service's value that a decision for the own one has replaced: its base, since the person saw it. */
function sendBackOf(sent: FieldChange, ofField: readonly DecidedChange[]): Undecided['sendBack'] {
  const one = ofField.find((other) => isOf(other, sent));
  const isDecision = one?.before.status === 'conflicted' && one.after.status === 'queued';
  return isDecision ? [{ field: one.field, mine: one.after.base }] : [];
}

/** A later edit of the field stands on the value that the decision left. */
const hasLaterChange = (changes: readonly FieldChange[], decided: readonly FieldChange[]): boolean =>
  changes.some(
    (one) =>
      isOpen(one) &&
      !decided.includes(one) &&
      decided.some((other) => other.field === one.field && other.seq < one.seq),
  );
