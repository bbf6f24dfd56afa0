import type { EditDetail } from '../../contract/changes.ts';
import type { ChangeSetRow, ChangeStatus } from '../../domain/edits/edit.ts';

/** The statuses of a change set or an edit, the most urgent first: the first that applies stands for the whole. */
export const statuses = ['conflicted', 'refused', 'gone', 'queued', 'held', 'settled', 'discarded'] as const;

export const statusOfSet = (row: ChangeSetRow): ChangeStatus => statuses.find((one) => row[one] > 0) ?? 'settled';

/** The part of a set that the next push sends: all, some, or none; null when no edit of the set waits, and for a parked set. */
export function tickOf({
  queued,
  held,
  parked,
}: Pick<ChangeSetRow, 'queued' | 'held' | 'parked'>): 'all' | 'some' | 'none' | null {
  if (parked) return null;
  if (queued === 0) return held === 0 ? null : 'none';
  return held === 0 ? 'all' : 'some';
}

export function statusOfEdit({ edit }: Pick<EditDetail, 'edit'>): ChangeStatus {
  return statuses.find((one) => edit.changes.some((change) => change.status === one)) ?? 'settled';
}

/** Actions of a person on a whole set or one edit. */
export const editActions = ['hold', 'release', 'retry', 'discard', 'restore', 'takeBack'] as const;
export type EditAction = (typeof editActions)[number];

const WHEN: Record<EditAction, readonly ChangeStatus[]> = {
  hold: ['queued'],
  release: ['held'],
  retry: ['refused', 'gone'],
  discard: ['conflicted', 'refused', 'gone', 'queued', 'held'],
  restore: ['discarded'],
  takeBack: ['settled'],
};

/** The actions that would change anything, in the order they are offered. */
export const actionsFor = (has: (status: ChangeStatus) => boolean): readonly EditAction[] =>
  editActions.filter((action) => WHEN[action].some(has));

export const actionsForSet = (row: ChangeSetRow): readonly EditAction[] => actionsFor((status) => row[status] > 0);

/** The statuses of groups that stand open with their own actions; a conflict is decided, and what is over is folded away. */
const isOpenGroup = (status: ChangeStatus): boolean => !['conflicted', 'settled', 'discarded'].includes(status);

/**
 * The actions at the head of a set that is shown in groups by outcome: an action that one group alone offers stands there, and not
 * here a second time.
 *
 * @param groups the statuses of the groups, one for each
 */
export function actionsAtHead(row: ChangeSetRow, groups: readonly ChangeStatus[]): readonly EditAction[] {
  if (groups.length < 2) return actionsForSet(row);
  const inGroups = groups.filter(isOpenGroup).flatMap((group) => actionsFor((status) => status === group));
  return actionsForSet(row).filter((action) => inGroups.filter((one) => one === action).length !== 1);
}

export const actionsForEdit = ({ edit }: Pick<EditDetail, 'edit'>): readonly EditAction[] =>
  actionsFor((status) => edit.changes.some((change) => change.status === status));

/** The last attempt got no answer, so nobody knows yet whether the edit arrived. */
export const awaitsAnswer = (detail: Pick<EditDetail, 'attempts' | 'edit'>): boolean =>
  statusOfEdit(detail) === 'queued' && detail.attempts[0]?.awaitsAnswer === true;
