import { type Field, fieldValue, metadataKey } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import { coalesced, type CoalescedChange } from './coalesce.ts';
import type { FieldChange } from './edit.ts';
import type { SentForEdits } from './late-landings.ts';
import type { MergePlan } from './three-way-merge.ts';
import type { FieldWrite } from './update-body.ts';

/**
 * The key that a trial of the metadata mode may leave out: one that an edit has just written, so that nothing is at stake
 * which nobody asked for. Rather one that was not there before: a service that replaces is then back where it was.
 *
 * @param sent what the accepted update carried
 * @returns null when the update wrote no metadata, or the answer shows something else
 */
export function trialFieldOf(sent: readonly CoalescedChange[], answered: FileRecord): Field | null {
  const written = sent.filter(
    ({ field, mine }) => metadataKey(field) !== null && mine !== null && fieldValue(answered, field) === mine,
  );
  const [first = null] = [...written.filter(({ base }) => base === null), ...written];
  return first?.field ?? null;
}

/**
 * The plan of a trial: an update that leaves out the key. The change stays queued, so that the key is written again where it
 * is gone, whatever becomes of the program.
 *
 * @param changes of the file
 * @param record read just before
 * @returns null when the service no longer holds what the edit wrote
 */
export function trialPlan(changes: readonly FieldChange[], record: FileRecord, field: Field): MergePlan | null {
  const change = coalesced(changes).find((one) => one.field === field);
  if (change === undefined || change.mine === null || fieldValue(record, field) !== change.mine) return null;
  const writes: readonly FieldWrite[] = [{ field, value: null }];
  return { updates: [], toSend: [{ ...change, mine: null }], writes, displaced: [] };
}

/** The changes of a trial whose keys are there after it, as they were before; one whose key is gone stays queued. */
export const stillThere = ({ toSend }: MergePlan, answered: FileRecord): readonly CoalescedChange[] =>
  toSend
    .filter(({ field }) => fieldValue(answered, field) !== null)
    .map((change) => ({ ...change, mine: change.steps.at(-1)?.mine ?? null }));

/**
 * Whether a trial has left out the key of a change last, so that its value is to be written again. A trial follows the answer to
 * an update with the value; a removal that was decided by hand since does not. An update after the trial may have written the
 * value again, and a value that was seen there after the trial was somebody's: whoever removed the key since is somebody else.
 *
 * @param attempts of the file, the latest first
 */
export function isLeftOut(change: FieldChange, attempts: readonly TrialOrUpdate[]): boolean {
  const { editId, field, mine } = change;
  const writeOf = ({ writes }: SentForEdits) => writes.find((one) => one.field === field);
  const isOfChange = (one: SentForEdits): boolean => one.editIds.includes(editId) && writeOf(one) !== undefined;
  const [latest, before] = attempts.filter((one) => !one.wasNotApplied && isOfChange(one));
  if (mine === null || latest?.wasAnswered !== true || before?.wasAnswered !== true) return false;
  if (latest.editIds.at(-1) !== editId || wasSeenSince(change, latest)) return false;
  return writeOf(latest)?.value === null && writeOf(before)?.value === mine;
}

type TrialOrUpdate = SentForEdits & {
  readonly startedAtMs: number;
  readonly wasAnswered: boolean;
  readonly wasNotApplied: boolean;
};

/** Whether a conflict was seen after an update, with a value in the place of the key: a decision leaves what was seen. */
const wasSeenSince = ({ server, serverSeenAtMs }: FieldChange, { startedAtMs }: TrialOrUpdate): boolean =>
  server !== null && serverSeenAtMs !== null && serverSeenAtMs >= startedAtMs;
