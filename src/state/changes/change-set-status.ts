import type { ChangeSetRow, EditDetail } from '../../contract/changes.ts';
import type { ChangeStatus } from '../../domain/edits/edit.ts';

/** The one thing to know about a change set or an edit, the most urgent first. */
export const statuses = ['conflicted', 'refused', 'gone', 'queued', 'held', 'settled', 'discarded'] as const;

export const statusOfSet = (row: ChangeSetRow): ChangeStatus => statuses.find((one) => row[one] > 0) ?? 'settled';

/** Whether a set is sent with the rest: all of it, some, or none; null when nothing of it waits to be sent. */
export function tickOf({ queued, held }: Pick<ChangeSetRow, 'queued' | 'held'>): 'all' | 'some' | 'none' | null {
  if (queued === 0) return held === 0 ? null : 'none';
  return held === 0 ? 'all' : 'some';
}

export function statusOfEdit({ edit }: Pick<EditDetail, 'edit'>): ChangeStatus {
  return statuses.find((one) => edit.changes.some((change) => change.status === one)) ?? 'settled';
}

/** What a person may do to a whole set or one edit. */
export const actions = ['hold', 'release', 'retry', 'discard', 'restore', 'takeBack'] as const;
export type Action = (typeof actions)[number];

const WHEN: Record<Action, readonly ChangeStatus[]> = {
  hold: ['queued'],
  release: ['held'],
  retry: ['refused', 'gone'],
  discard: ['conflicted', 'refused', 'gone', 'queued', 'held'],
  restore: ['discarded'],
  takeBack: ['settled'],
};

/** The actions that would change anything, in the order they are offered. */
export const actionsFor = (has: (status: ChangeStatus) => boolean): readonly Action[] =>
  actions.filter((action) => WHEN[action].some(has));

export const actionsForSet = (row: ChangeSetRow): readonly Action[] => actionsFor((status) => row[status] > 0);

export const actionsForEdit = ({ edit }: Pick<EditDetail, 'edit'>): readonly Action[] =>
  actionsFor((status) => edit.changes.some((change) => change.status === status));

/** The last try was sent, no answer came, and nobody knows yet whether it arrived. */
export const awaitsAnswer = (detail: Pick<EditDetail, 'attempts' | 'edit'>): boolean =>
  statusOfEdit(detail) === 'queued' && detail.attempts[0]?.awaitsAnswer === true;
