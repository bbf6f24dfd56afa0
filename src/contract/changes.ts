import { z } from 'zod';
import { edit } from '../domain/edits/edit.ts';
import { field } from '../domain/files/field.ts';
import { changeSetId, connectionId, editId, fileKey } from '../domain/core/ids.ts';
import { channel } from './channel.ts';

export const changesTab = z.enum(['needsYou', 'waiting', 'held', 'sent', 'discarded']);
export type ChangesTab = z.infer<typeof changesTab>;

/** One gesture of the person's: one rename, one bulk edit of many files. */
export const changeSetRow = z.object({
  id: changeSetId,
  title: z.string(),
  createdAtMs: z.number(),
  files: z.number(),
  /** Fields by status, over all its edits. */
  queued: z.number(),
  held: z.number(),
  conflicted: z.number(),
  refused: z.number(),
  gone: z.number(),
  settled: z.number(),
  discarded: z.number(),
  /** Some of its edits were made for another account than the connection has now. */
  parked: z.boolean(),
});
export type ChangeSetRow = Readonly<z.infer<typeof changeSetRow>>;

/** One try to send, as it was written down before the first byte went out and after the answer came. */
export const attempt = z.object({
  startedAtMs: z.number(),
  body: z.string(),
  endedAtMs: z.number().nullable(),
  /** In words; null while no answer is known. */
  outcome: z.string().nullable(),
  requestId: z.string().nullable(),
  /** No answer came, and whether it arrived is not known yet. */
  awaitsAnswer: z.boolean(),
});

export const editDetail = z.object({
  edit,
  fileName: z.string().nullable(),
  /** Latest first. */
  attempts: z.array(attempt),
  /** When it is tried again; null when it waits for nothing but its turn. */
  notBeforeMs: z.number().nullable(),
  parked: z.boolean(),
});
export type EditDetail = Readonly<z.infer<typeof editDetail>>;

/** A field that was changed in both places. */
export const conflict = z.object({
  key: fileKey,
  fileName: z.string().nullable(),
  field,
  base: z.string().nullable(),
  mine: z.string().nullable(),
  server: z.string().nullable(),
  serverSeenAtMs: z.number().nullable(),
  editIds: z.array(editId),
});
export type Conflict = Readonly<z.infer<typeof conflict>>;

export const dryRunVerdict = z.enum(['wouldApply', 'alreadyThere', 'conflict', 'refused', 'gone', 'unread', 'unknown']);

/** What sending would do, file by file and field by field. */
export const dryRunResult = z.object({
  /** Whether the service was asked, or the copy stood in for it. */
  against: z.enum(['service', 'copy']),
  /** The service reads no file by its id, so that the copy had to stand in. */
  cannotRead: z.boolean(),
  /** When the service was asked, or the oldest record of the copy was seen. */
  asOfMs: z.number(),
  counts: z.record(dryRunVerdict, z.number()),
  /** Conflicts and gone files first, at most 1,000. */
  files: z.array(
    z.object({
      key: fileKey,
      fileName: z.string().nullable(),
      verdict: dryRunVerdict,
      /** Why it would be refused or could not be read; null for every other verdict. */
      words: z.string().nullable(),
      fields: z.array(
        z.object({
          field,
          base: z.string().nullable(),
          mine: z.string().nullable(),
          server: z.string().nullable(),
          verdict: z.enum(['wouldApply', 'alreadyThere', 'conflict', 'refused']),
        }),
      ),
    }),
  ),
});
export type DryRun = Readonly<z.infer<typeof dryRunResult>>;

const inConnection = z.object({ connectionId });

export const choice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mine') }),
  z.object({ kind: z.literal('server') }),
  z.object({ kind: z.literal('byHand'), value: z.string().nullable() }),
]);
export type Choice = Readonly<z.infer<typeof choice>>;

/** A whole gesture, or one file's part of it. */
export const target = z.union([z.object({ changeSetId }), z.object({ editId })]);
export type Target = Readonly<z.infer<typeof target>>;

export const changeChannels = {
  /** `open` counts each change set once that has anything left to happen; a set may stand in several tabs. */
  'changes.counts': channel(inConnection, z.record(z.enum([...changesTab.options, 'open']), z.number())),
  /** Newest first. */
  'changes.list': channel(
    inConnection.extend({
      tab: changesTab,
      search: z.string().max(500),
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
    }),
    z.object({ rows: z.array(changeSetRow), count: z.number() }),
  ),
  'changes.set': channel(
    inConnection.extend({ changeSetId, from: z.number().int().nonnegative(), to: z.number().int().nonnegative() }),
    z.object({ row: changeSetRow, edits: z.array(editDetail) }),
  ),
  /** The open edits of one file with their stories, oldest first. */
  'changes.ofFile': channel(inConnection.extend({ key: fileKey }), z.array(editDetail)),
  'changes.conflicts': channel(inConnection.extend({ changeSetId: changeSetId.nullable() }), z.array(conflict)),
  'changes.decide': channel(
    inConnection.extend({ key: fileKey, decisions: z.array(z.object({ field, choice })).min(1).max(100) }),
    z.null(),
  ),
  'changes.hold': channel(inConnection.extend({ target }), z.null()),
  'changes.release': channel(inConnection.extend({ target }), z.null()),
  'changes.discard': channel(inConnection.extend({ target }), z.null()),
  /** Brings discarded edits back into the queue. */
  'changes.restore': channel(inConnection.extend({ target }), z.null()),
  /** The same choice for one field in every other file where it waits. */
  'changes.decideSame': channel(
    inConnection.extend({ field, choice: z.enum(['mine', 'server']) }),
    z.object({ files: z.number() }),
  ),
  /** Takes a gesture back: what waits is discarded, what was sent is changed back by a new edit. */
  'changes.takeBack': channel(inConnection.extend({ target }), z.null()),
  /** What sending would do now, writing nothing; null rehearses everything that waits. */
  'changes.dryRun': channel(
    inConnection.extend({ changeSetIds: z.array(changeSetId).max(1_000).nullable() }),
    dryRunResult,
  ),
  /** Puts refused edits, or edits of a file that was gone, back into the queue. */
  'changes.retry': channel(inConnection.extend({ target }), z.null()),
};
