import { withField } from '../files/field.ts';
import type { FileRecord, FileState } from '../files/file.ts';
import { type FieldChange, isOpen } from './edit.ts';

/** The projected file: the service's record with the open changes applied in the order of `seq`. */
export function projectedRecord(record: FileRecord, changes: readonly FieldChange[]): FileRecord {
  return changes
    .filter(isOpen)
    .toSorted((a, b) => a.seq - b.seq)
    .reduce((shown, one) => withField(shown, one.field, one.mine), record);
}

/** The state a file shows in lists: that of its most urgent open change. @param changes of one file, any status */
export function fileState(changes: readonly Pick<FieldChange, 'status'>[]): FileState {
  const has = (status: FieldChange['status']): boolean => changes.some((one) => one.status === status);
  if (has('conflicted')) return 'needsYou';
  if (has('refused')) return 'refused';
  if (has('gone')) return 'gone';
  if (has('queued')) return 'waiting';
  return has('held') ? 'held' : 'onServer';
}
