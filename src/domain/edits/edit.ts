import { z } from 'zod';
import { changeSetId, connectionId, editId, fileId, network } from '../core/ids.ts';
import { field, type Field, metadataKey } from '../files/field.ts';
import { accountRef } from '../connections/connection.ts';

export const fieldValue = z.string().nullable();

/**
 * Where one field of an edit stands. There is no `sending`: being in flight is a fact about this run of the program and
 * would be a lie after a crash.
 */
export const changeStatus = z.enum(['queued', 'held', 'conflicted', 'refused', 'gone', 'settled', 'discarded']);
export type ChangeStatus = z.infer<typeof changeStatus>;

/** How a settled change ended: written by us, found to be there already, or saved by the service in another spelling. */
export const settlement = z.enum(['applied', 'alreadyThere', 'savedAs']);
export type Settlement = z.infer<typeof settlement>;

/** One field of one edit. */
export const change = z
  .object({
    editId,
    /** Place in the queue; order is by this and never by a clock. */
    seq: z.number().int().positive(),
    field,
    /**
     * The value the person saw when they typed, earlier waiting edits included. A lease: a background pull never
     * refreshes it.
     */
    base: fieldValue,
    mine: fieldValue,
    status: changeStatus,
    settlement: settlement.nullable(),
    /** What the service held when this change was found conflicted or saved as something else; else null. */
    server: fieldValue,
    serverSeenAtMs: z.number().nullable(),
  })
  .readonly();
export type FieldChange = z.infer<typeof change>;

/** Why the service did not take an edit, in its own words. */
export const refusal = z
  .object({ status: z.number().nullable(), message: z.string(), requestId: z.string().nullable(), atMs: z.number() })
  .readonly();
export type EditRefusal = z.infer<typeof refusal>;

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

/** What a person asks to change, before it has an id or a place in the queue. */
export const requestedChange = z.object({ field, base: fieldValue, mine: fieldValue }).readonly();
export type RequestedChange = Readonly<{ field: Field; base: string | null; mine: string | null }>;

/** Still matters to what is shown: neither settled nor given up. */
export const isOpen = (one: Pick<FieldChange, 'status'>): boolean =>
  one.status !== 'settled' && one.status !== 'discarded';

/** Wants a person: nothing moves until they decide. */
export const needsPerson = (one: Pick<FieldChange, 'status'>): boolean =>
  one.status === 'conflicted' || one.status === 'refused' || one.status === 'gone';

const LONGEST_NAME = 60;

/** The sentence a change set goes by: what one gesture on one file does to it. */
export function titleOf(fileName: string, changes: readonly RequestedChange[]): string {
  const name = clipped(fileName);
  const [only, ...more] = changes;
  if (only === undefined) return `Change nothing in ${name}`;
  if (more.length > 0) return `Change ${changes.length} fields of ${name}`;
  const key = metadataKey(only.field);
  if (key === null) return `Rename ${name} to ${clipped(only.mine ?? '')}`;
  if (only.mine === null) return `Remove ${clipped(key)} from ${name}`;
  return `${only.base === null ? 'Add' : 'Change'} ${clipped(key)} of ${name}`;
}

const clipped = (text: string): string => {
  const characters = [...text];
  return characters.length <= LONGEST_NAME ? text : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
};
