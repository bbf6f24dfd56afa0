import { coalesced, isRemoval, compare, type CoalescedChange } from './coalesce.ts';
import type { FieldChange } from './edit.ts';
import { updateBody } from './update-body.ts';
import { fieldValue, type Field, type FieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import type { MetadataMode } from '../service/metadata-mode.ts';

/** What sending would do to one field. */
export type DryRunField = {
  readonly field: Field;
  readonly base: FieldValue;
  readonly mine: FieldValue;
  readonly server: FieldValue;
  readonly verdict: 'wouldApply' | 'alreadyThere' | 'conflict' | 'refused';
};

/**
 * The worst verdict of a file's fields; `gone` when the service no longer has it, `unread` when it could not be read
 * without writing, `unknown` when the copy, which stood in, has no such file.
 */
export type DryRunFile = DryRunField['verdict'] | 'gone' | 'unread' | 'unknown';

/** What sending a file's queued changes would do now, writing nothing. */
export function dryRunFile(
  changes: readonly FieldChange[],
  record: FileRecord,
  own: (chain: CoalescedChange) => ReadonlySet<FieldValue>,
): readonly DryRunField[] {
  return coalesced(changes).map((chain) => {
    const server = fieldValue(record, chain.field);
    const { kind } = compare(chain, server, own(chain));
    const verdict = kind === 'send' ? 'wouldApply' : kind;
    return { field: chain.field, base: chain.base, mine: chain.mine, server, verdict };
  });
}

/**
 * The key that a service which cannot remove keys would be asked to remove; null when there is none.
 *
 * @param fields all that would be sent of one file
 */
export function unremovableKey(fields: readonly DryRunField[], mode: MetadataMode): string | null {
  const sent = fields.filter(({ verdict }) => verdict === 'wouldApply');
  const writes = sent.map(({ field, mine }) => ({ field, value: mine }));
  const encoded = updateBody(writes, mode, new Map());
  return encoded.ok ? null : encoded.failure.key;
}

/** What sending does where a service cannot remove keys: everything else of the file goes without the removals. */
export const withRemovalsRefused = (fields: readonly DryRunField[]): readonly DryRunField[] =>
  fields.map((one) => (one.verdict === 'wouldApply' && isRemoval(one) ? { ...one, verdict: 'refused' } : one));

const WORST_FIRST = ['conflict', 'refused', 'wouldApply'] as const;

export const worstOf = (fields: readonly DryRunField[]): DryRunField['verdict'] =>
  WORST_FIRST.find((verdict) => fields.some((one) => one.verdict === verdict)) ?? 'alreadyThere';
