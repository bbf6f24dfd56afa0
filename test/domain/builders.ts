import type { FieldChange, ChangeStatus } from '../../src/domain/edits/edit.ts';
import type { Field, FieldValue } from '../../src/domain/files/field.ts';
import type { FileRecord } from '../../src/domain/files/file.ts';
import { editId, fileId } from '../../src/domain/core/ids.ts';

export const aRecord = (over: Partial<FileRecord> = {}): FileRecord => ({
  network: 'public',
  id: fileId.parse('f1'),
  name: 'a.pdf',
  cid: 'bafy',
  sizeBytes: 5,
  numberOfFiles: 1,
  mimeType: 'application/pdf',
  groupId: null,
  keyvalues: [['colour', 'red']],
  createdAt: '2024-08-27T14:57:51.485934Z',
  ...over,
});

/** The id of the edit that stands at `seq` in the queue. */
export const editAt = (seq: number) => editId.parse(`00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`);

export const aChange = (
  seq: number,
  base: FieldValue,
  mine: FieldValue,
  status: ChangeStatus = 'queued',
  field: Field = 'name',
): FieldChange => ({
  editId: editAt(seq),
  seq,
  field,
  base,
  mine,
  status,
  settlement: null,
  server: null,
  serverSeenAtMs: null,
});
