import { z } from 'zod';
import { accountRef } from '../connections/connection.ts';
import {
  changeSetId,
  connectionId,
  editId,
  fileId,
  fileKey,
  type FileKey,
  type FileRef,
  network,
} from '../core/ids.ts';
import { field, type Field, withFields } from '../files/field.ts';
import type { FileRecord, FileState } from '../files/file.ts';
import { messageOf, type RemoteFailure, requestIdOf } from '../service/remote-failure.ts';

/** A field's value; null for an absent metadata key, or a name the service left empty. */
export const fieldValue = z.string().nullable();

/**
 * The status of a field change. There is no `sending`: being in flight is a fact about this run of the program and would
 * be a lie after a crash.
 */
export const changeStatus = z.enum(['queued', 'held', 'conflicted', 'refused', 'gone', 'settled', 'discarded']);
export type ChangeStatus = z.infer<typeof changeStatus>;

/** How a change was settled: our update applied it, the value was already there, or the service saved another spelling. */
export const settlement = z.enum(['applied', 'alreadyThere', 'savedAs']);
export type Settlement = z.infer<typeof settlement>;

/** A field change: one field of one file edit. */
export const change = z
  .object({
    editId,
    /** Position in the queue, from 1; edits are ordered by `seq` and never by a clock. */
    seq: z.number().int().positive(),
    field,
    /**
     * The value the person saw when they typed, earlier waiting edits included. A lease: a background pull never
     * refreshes it.
     */
    base: fieldValue,
    /** The value the person wants. */
    mine: fieldValue,
    status: changeStatus,
    settlement: settlement.nullable(),
    /** The service's value that a conflict asks about, or in which it saved the change in another spelling; else null. */
    server: fieldValue,
    serverSeenAtMs: z.number().nullable(),
  })
  .readonly();
export type FieldChange = z.infer<typeof change>;

/** Why the service refused an edit: its message, and the status and request id of its answer where it gave one. */
export const refusal = z
  .object({ status: z.number().nullable(), message: z.string(), requestId: z.string().nullable(), atMs: z.number() })
  .readonly();
export type EditRefusal = z.infer<typeof refusal>;

/** The refusal that a failed request means for an edit. */
export const refusalBy = (failure: RemoteFailure, atMs: number, message = messageOf(failure)): EditRefusal => ({
  status: failure.kind === 'answered' ? failure.status : null,
  message,
  requestId: requestIdOf(failure),
  atMs,
});

/** A file edit: the changes of one change set to one file. */
export const edit = z
  .object({
    id: editId,
    seq: z.number().int().positive(),
    changeSetId,
    connectionId,
    accountRef,
    network,
    fileId,
    createdAtMs: z.number(),
    changes: z.array(change).readonly(),
    refusal: refusal.nullable(),
  })
  .readonly();
export type FileEdit = z.infer<typeof edit>;

/** The file that an edit changes, within its connection. */
export const fileKeyOf = ({ network, fileId }: Pick<FileEdit, 'network' | 'fileId'>): FileKey => ({
  network,
  id: fileId,
});

/** The file that an edit changes. */
export const fileRefOf = (of: FileEdit): FileRef => ({ ...fileKeyOf(of), connectionId: of.connectionId });

/** The tabs of the list of change sets; `open` holds what is unfinished, and what was sent last. */
export const changesTab = z.enum(['open', 'needsYou', 'waiting', 'held', 'sent', 'discarded']);
export type ChangesTab = z.infer<typeof changesTab>;

/** The parts of the open tab, in their order: a set stands under the first that one of its edits belongs to. */
export const changeSetGroup = z.enum(['needsYou', 'held', 'waiting', 'sent']);
export type ChangeSetGroup = z.infer<typeof changeSetGroup>;

/** One part of the open tab. The files of its sets may differ in status, so they are not counted here. */
export const countedGroup = z.object({ group: changeSetGroup, sets: z.number() });
export type CountedGroup = Readonly<z.infer<typeof countedGroup>>;

/** One change set: one action of the person, such as a rename or a bulk edit. */
export const changeSetRow = z.object({
  id: changeSetId,
  title: z.string(),
  /** What the person wrote about it; null without a note. */
  note: z.string().nullable(),
  createdAtMs: z.number(),
  files: z.number(),
  /** Numbers of field changes by status. */
  queued: z.number(),
  held: z.number(),
  conflicted: z.number(),
  refused: z.number(),
  gone: z.number(),
  settled: z.number(),
  discarded: z.number(),
  /** Whether some edits have another account ref than the connection. */
  parked: z.boolean(),
});
export type ChangeSetRow = Readonly<z.infer<typeof changeSetRow>>;

/** A conflict: a field that the person and the service changed, with every edit of it that waits for the decision. */
export const openConflict = z.object({
  key: fileKey,
  field,
  /** The base of the first of the edits. */
  base: fieldValue,
  /** The value that the last of the edits wants. */
  mine: fieldValue,
  server: fieldValue,
  serverSeenAtMs: z.number().nullable(),
  editIds: z.array(editId),
});
export type OpenConflict = Readonly<z.infer<typeof openConflict>>;

/** Files with open edits, by what they wait for. `parked`: edits with another account ref than the connection. */
export const fileStateCounts = z.object({
  waiting: z.number(),
  needsYou: z.number(),
  refused: z.number(),
  held: z.number(),
  gone: z.number(),
  parked: z.number(),
});
export type FileStateCounts = Readonly<z.infer<typeof fileStateCounts>>;

/** The number of files with unfinished edits, whatever their status and account. */
export const filesWithEdits = (counts: FileStateCounts): number =>
  Object.values(counts).reduce((sum, files) => sum + files, 0);

/** The number of files whose edits wait for a person's decision. */
export const filesToDecide = ({
  needsYou,
  refused,
  gone,
}: Pick<FileStateCounts, 'needsYou' | 'refused' | 'gone'>): number => needsYou + refused + gone;

/**
 * Adoption: an edit was moved to another account. `from` is the account it was made for; `proof` stands for an API key that
 * both tokens share, `person` for a person's word.
 */
export const adoption = z
  .object({ atMs: z.number(), from: accountRef, reason: z.enum(['person', 'proof']) })
  .readonly();
export type Adoption = z.infer<typeof adoption>;

/** A change as a person asks for it, before it has an id or a position in the queue. */
export const requestedChange = z.object({ field, base: fieldValue, mine: fieldValue }).readonly();
export type RequestedChange = Readonly<{ field: Field; base: string | null; mine: string | null }>;

/** Whether a change is still projected: neither settled nor discarded. */
export const isOpen = (one: Pick<FieldChange, 'status'>): boolean =>
  one.status !== 'settled' && one.status !== 'discarded';

/** Whether a change waits until a person decides. */
export const needsPerson = (one: Pick<FieldChange, 'status'>): boolean =>
  one.status === 'conflicted' || one.status === 'refused' || one.status === 'gone';

/** The projected file: the service's record with the open changes applied in the order of `seq`. */
export function projectedRecord(record: FileRecord, changes: readonly FieldChange[]): FileRecord {
  const open = changes.filter(isOpen).toSorted((a, b) => a.seq - b.seq);
  return withFields(
    record,
    open.map(({ field, mine }) => [field, mine]),
  );
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

const STATUS_OF_STATE = {
  ...{ needsYou: 'conflicted', refused: 'refused', gone: 'gone', waiting: 'queued', held: 'held', onServer: null },
} as const satisfies Record<FileState, ChangeStatus | null>;

/** The fields of the changes that give a file the state it shows, each once. @param changes of one file, any status */
export function fieldsOfState(changes: readonly Pick<FieldChange, 'field' | 'status'>[]): readonly Field[] {
  const status = STATUS_OF_STATE[fileState(changes)];
  return [...new Set(changes.filter((one) => one.status === status).map((one) => one.field))];
}
