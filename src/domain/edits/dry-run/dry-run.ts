import { z } from 'zod';
import type { ConflictRule } from '../../connections/connection.ts';
import { field, fieldValue, type FieldValue, withField } from '../../files/field.ts';
import type { FileRecord } from '../../files/file.ts';
import type { MetadataMode } from '../../service/metadata-mode.ts';
import { lastFailure } from '../../service/remote-failure.ts';
import { recordLimit } from '../../service/service-limits.ts';
import {
  coalesced,
  compare,
  type CoalescedChange,
  isRemoval,
  type MergeDecision,
  withoutEndedConflicts,
} from '../coalesce.ts';
import { type FieldChange, fieldValue as fieldValueShape } from '../edit.ts';
import { updateBody } from '../update-body.ts';

/** What the next send would do to one field. */
export const dryRunField = z.object({
  field,
  base: fieldValueShape,
  mine: fieldValueShape,
  server: fieldValueShape,
  verdict: z.enum(['wouldApply', 'alreadyThere', 'conflict', 'wouldGiveWay', 'refused']),
});
export type DryRunField = Readonly<z.infer<typeof dryRunField>>;

/**
 * What the next send would do to one file: the worst verdict of its fields, where `wouldGiveWay` stands for a value that the
 * connection's rule would give up for the service's; `gone` when the service no longer has the
 * file, `unread` when reading it failed or would need an update, `unknown` when the mirror stands in and has no such file.
 */
export const dryRunVerdict = z.enum([...dryRunField.shape.verdict.options, 'gone', 'unread', 'unknown']);
export type DryRunVerdict = z.infer<typeof dryRunVerdict>;

/** Why a file would be refused, or could not be read. */
export const dryRunReason = z.discriminatedUnion('kind', [
  /** The service cannot remove keys. */
  z.object({ kind: z.literal('cannotRemove'), key: z.string() }),
  z.object({ kind: z.literal('limit'), limit: recordLimit }),
  z.object({ kind: z.literal('unread'), failure: lastFailure }),
]);
export type DryRunReason = Readonly<z.infer<typeof dryRunReason>>;

const verdicts = {
  send: 'wouldApply',
  alreadyThere: 'alreadyThere',
  savedAs: 'alreadyThere',
  takenBack: 'alreadyThere',
} as const satisfies Record<Exclude<MergeDecision['kind'], 'conflict'>, DryRunField['verdict']>;

/** What each rule of a connection makes of a conflict. */
const conflictVerdicts = {
  ask: 'conflict',
  mineWins: 'wouldApply',
  serverWins: 'wouldGiveWay',
} as const satisfies Record<ConflictRule, DryRunField['verdict']>;

/**
 * What sending a file's queued changes would do now. Writes nothing.
 *
 * @param changes of one file, any status, any order
 * @param rule of the connection, for a field that somebody else has changed as well
 * @param own values of ours, older than the change, that a slow request may have put on the service
 * @returns one entry for each field that would be sent
 */
export function dryRunFile(
  changes: readonly FieldChange[],
  record: FileRecord,
  rule: ConflictRule,
  own: (change: CoalescedChange) => ReadonlySet<FieldValue>,
): readonly DryRunField[] {
  return coalesced(withoutEndedConflicts(changes, record)).map((change) => {
    const { field, base, mine } = change;
    const server = fieldValue(record, field);
    const { kind } = compare(change, server, own(change));
    return { field, base, mine, server, verdict: kind === 'conflict' ? conflictVerdicts[rule] : verdicts[kind] };
  });
}

/**
 * The key that the next send would ask a service to remove that cannot remove keys.
 *
 * @param fields all fields of one file that would be sent
 * @returns null when no removal is in the way
 */
export function unremovableKey(fields: readonly DryRunField[], mode: MetadataMode): string | null {
  const sent = fields.filter(({ verdict }) => verdict === 'wouldApply');
  const writes = sent.map(({ field, mine }) => ({ field, value: mine }));
  const encoded = updateBody(writes, mode, new Map());
  return encoded.ok ? null : encoded.failure.key;
}

/** The same fields where the service cannot remove keys: removals are refused, everything else is sent. */
export const withRemovalsRefused = (fields: readonly DryRunField[]): readonly DryRunField[] =>
  fields.map((one) => (one.verdict === 'wouldApply' && isRemoval(one) ? { ...one, verdict: 'refused' } : one));

/** The record after the fields that would be sent. */
export const recordAfter = (record: FileRecord, fields: readonly DryRunField[]): FileRecord =>
  fields
    .filter(({ verdict }) => verdict === 'wouldApply')
    .reduce((after, { field, mine }) => withField(after, field, mine), record);

/** The same fields where the service would refuse the update, which sends them together. */
export const withUpdateRefused = (fields: readonly DryRunField[]): readonly DryRunField[] =>
  fields.map((one) => (one.verdict === 'wouldApply' ? { ...one, verdict: 'refused' } : one));

const WORST_FIRST = ['conflict', 'refused', 'wouldGiveWay', 'wouldApply'] as const;

/** The worst verdict of a file's fields; `alreadyThere` when there are none. */
export const worstOf = (fields: readonly DryRunField[]): DryRunField['verdict'] =>
  WORST_FIRST.find((verdict) => fields.some((one) => one.verdict === verdict)) ?? 'alreadyThere';
