import { z } from 'zod';
import { LONGEST_SEARCH } from '../domain/files/queries.ts';
import { parkedReasons } from '../domain/connections/account-proof.ts';
import { accountRef } from '../domain/connections/connection.ts';
import { changeSetId, connectionId, editId, fileKey } from '../domain/core/ids.ts';
import { language } from '../domain/core/language.ts';
import { dryRunField, dryRunReason, dryRunVerdict } from '../domain/edits/dry-run/dry-run.ts';
import {
  adoption,
  changeSetRow,
  changesTab,
  countedGroup,
  edit,
  fieldValue,
  openConflict,
} from '../domain/edits/edit.ts';
import { fileWait } from '../domain/edits/file-wait.ts';
import { outcomeGroup, outcomeKey, sentTimes } from '../domain/edits/outcome-group.ts';
import { remedy, remedyChoices } from '../domain/edits/remedy.ts';
import { choice } from '../domain/edits/requeue.ts';
import { tape } from '../domain/edits/tape.ts';
import { field } from '../domain/files/field.ts';
import { channel } from './channel.ts';

/** One attempt to send an edit, recorded before the first byte and after the answer. */
export const attempt = z.object({
  startedAtMs: z.number(),
  body: z.string(),
  endedAtMs: z.number().nullable(),
  /** A message; null without a known answer. */
  outcome: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Whether the attempt ended without an answer, and the service may still apply it. */
  awaitsAnswer: z.boolean(),
});

/** A file edit with its attempts and adoptions. `fileName` is the projected name; null when there is none. */
export const editDetail = z.object({
  edit,
  fileName: z.string().nullable(),
  /** Newest first. */
  attempts: z.array(attempt),
  /** What its queued changes wait for; null without one. */
  wait: fileWait.nullable(),
  parked: z.boolean(),
  /** Oldest first. */
  adoptions: z.array(adoption),
});
export type EditDetail = Readonly<z.infer<typeof editDetail>>;

/** A change set with the wait of one of its edits, which stands for the others. */
export const listedChangeSet = changeSetRow.extend({
  /** Of the edit that is tried next among those that failed, else of one of the last; null when nothing is queued. */
  wait: fileWait.nullable(),
  /** Files whose last try failed, at most 200. */
  failedFiles: z.number(),
});
export type ListedChangeSet = Readonly<z.infer<typeof listedChangeSet>>;

/** A conflict with the projected name of its file; null when there is none. */
export const conflict = openConflict.extend({ fileName: z.string().nullable() });
export type Conflict = Readonly<z.infer<typeof conflict>>;

/** The result of the next send, file by file and field by field. */
export const dryRunResult = z.object({
  /** The compared records: the service's, or the mirror's. */
  against: z.enum(['service', 'copy']),
  /** Whether the service cannot read a file by its id, so that the mirror stands in. */
  cannotRead: z.boolean(),
  /** The time of the service's answers, or of the oldest record in the mirror. */
  asOfMs: z.number(),
  counts: z.record(dryRunVerdict, z.number()),
  /** At most 1,000 files; conflicts and gone files first. */
  files: z.array(
    z.object({
      key: fileKey,
      fileName: z.string().nullable(),
      verdict: dryRunVerdict,
      /** Null for every verdict but `refused` and `unread`. */
      reason: dryRunReason.nullable(),
      fields: z.array(dryRunField),
    }),
  ),
});
export type DryRun = Readonly<z.infer<typeof dryRunResult>>;

const inConnection = z.object({ connectionId });

/** Characters (UTF-16 code units) of a note. */
export const LONGEST_NOTE = 500;

/** A whole change set, the files of it with one outcome, or one file edit of it. */
export const target = z.union([
  z.object({ changeSetId, outcome: outcomeKey }),
  z.object({ changeSetId }),
  z.object({ editId }),
]);
export type Target = Readonly<z.infer<typeof target>>;

/** What to adopt: whole files of an edit, a change set, or an account. */
export const adoptTarget = z.union([target, z.object({ accountRef })]);
export type AdoptTarget = Readonly<z.infer<typeof adoptTarget>>;

/** The parked edits of one account. */
export const parkedGroup = z.object({
  accountRef,
  edits: z.number(),
  files: z.number(),
  reason: z.enum(parkedReasons),
  /** When the connection left this account; null when nobody remembers. */
  replacedAtMs: z.number().nullable(),
  /** Whether a person said that these edits stay parked. */
  isKeptParked: z.boolean(),
});
export type ParkedGroup = Readonly<z.infer<typeof parkedGroup>>;

/** Channels of change sets: lists, decisions, the dry run, and parked edits. */
export const changeChannels = {
  /** Change sets by tab; one set may be in several tabs. `open` counts each unfinished change set once. */
  'changes.counts': channel(inConnection, z.record(changesTab, z.number())),
  /** Newest first; `open` by its groups, which no other tab has. */
  'changes.list': channel(
    inConnection.extend({
      tab: changesTab,
      search: z.string().max(LONGEST_SEARCH),
      /** The language that the page shows titles in, because a search finds what is shown. */
      language: language.default('en'),
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
    }),
    z.object({ rows: z.array(listedChangeSet), count: z.number(), groups: z.array(countedGroup) }),
  ),
  'changes.set': channel(
    inConnection.extend({ changeSetId, from: z.number().int().nonnegative(), to: z.number().int().nonnegative() }),
    z.object({ row: listedChangeSet, edits: z.array(editDetail) }),
  ),
  /** What became of a change set: its files by outcome, the most urgent first. */
  'changes.outcomes': channel(inConnection.extend({ changeSetId }), z.object({ groups: z.array(outcomeGroup) })),
  /** One letter for each file, in the order sent. A read of its own: other requests come between the two. */
  'changes.tape': channel(inConnection.extend({ changeSetId }), z.object({ tape, sent: sentTimes.nullable() })),
  /** The edits of one outcome, in the order of the queue. `after`: sequence number of the last one read, 0 at first. */
  'changes.edits': channel(
    inConnection.extend({
      ...{ changeSetId, outcome: outcomeKey },
      ...{ after: z.number().int().nonnegative(), most: z.number().int().nonnegative() },
    }),
    z.array(editDetail),
  ),
  /** The edits of a target as a text to keep, in the form of the export of all that waits, with names of files. */
  'changes.export': channel(inConnection.extend({ target }), z.object({ json: z.string() })),
  /** The unfinished edits of one file with their attempts, oldest first. */
  'changes.ofFile': channel(inConnection.extend({ key: fileKey }), z.array(editDetail)),
  'changes.conflicts': channel(inConnection.extend({ changeSetId: changeSetId.nullable() }), z.array(conflict)),
  /**
   * `server` is the value that the person saw: nothing is decided (`changedSince`) where the service has another by now.
   * `part`: a decision about more fields than one question takes is one step of undo, whose further parts say so.
   */
  'changes.decide': channel(
    inConnection.extend({
      key: fileKey,
      decisions: z
        .array(z.object({ field, choice, server: fieldValue }))
        .min(1)
        .max(100),
      part: z.enum(['first', 'further']).optional(),
    }),
    z.null(),
  ),
  /** Writes what the person says about a change set; an empty note removes it. */
  'changes.note': channel(inConnection.extend({ changeSetId, note: z.string().max(LONGEST_NOTE) }), z.null()),
  'changes.hold': channel(inConnection.extend({ target }), z.null()),
  'changes.release': channel(inConnection.extend({ target }), z.null()),
  'changes.discard': channel(inConnection.extend({ target }), z.null()),
  /**
   * Discards the unfinished changes of one field; the other fields of the same edits stay as they are. `isDiscarded` is
   * false, and nothing is changed, while one of them may be on its way to the service.
   */
  'changes.discardField': channel(inConnection.extend({ key: fileKey, field }), z.object({ isDiscarded: z.boolean() })),
  /** Requeues discarded edits. */
  'changes.restore': channel(inConnection.extend({ target }), z.null()),
  /**
   * Resolves all conflicts of one field with the same side, but for those whose value of the service came after
   * `seenAtMs`: the person has not seen them. @returns the number of files
   */
  'changes.decideSame': channel(
    inConnection.extend({ field, choice: z.enum(['mine', 'server']), seenAtMs: z.number() }),
    z.object({ files: z.number() }),
  ),
  /** Undoes a change set: discards its waiting edits, and queues the inverse of its sent edits. */
  'changes.takeBack': channel(inConnection.extend({ target }), z.null()),
  /** The dry run of some change sets, or of all with null. Writes nothing. */
  'changes.dryRun': channel(
    inConnection.extend({ changeSetIds: z.array(changeSetId).max(1_000).nullable() }),
    dryRunResult,
  ),
  /** Parked edits by account, the largest group first. */
  'changes.parked': channel(inConnection, z.array(parkedGroup)),
  /** Gives parked edits to the account that the connection has now, on the person's word. */
  'changes.adopt': channel(inConnection.extend({ target: adoptTarget }), z.object({ files: z.number() })),
  /** Ways past a service's limit on pairs; null where no learnt limit explains the refusals of the target. */
  'changes.remedyChoices': channel(inConnection.extend({ target }), remedyChoices.nullable()),
  /** Discards refused edits and asks for them again in another way, as one change set. Those it does not help stay. */
  'changes.remedy': channel(inConnection.extend({ target, remedy }), z.object({ files: z.number() })),
  /** Requeues refused edits, and edits of gone files. */
  'changes.retry': channel(inConnection.extend({ target }), z.null()),
};

/** The messages of the change sets that undo and redo act on; null without one. `undoId` tells apart two that read alike. */
export const undoSteps = z.object({
  undo: z.string().nullable(),
  undoId: z.string().nullable(),
  redo: z.string().nullable(),
});
export type UndoSteps = Readonly<z.infer<typeof undoSteps>>;

/** The step that was undone or redone; null when nothing was left. `isChanged` is false when everything had changed since. */
const undone = undoSteps.extend({ step: z.object({ title: z.string(), isChanged: z.boolean() }).nullable() });
export type Undone = Readonly<z.infer<typeof undone>>;

/** Channels of undo and redo. */
export const undoChannels = {
  'undo.state': channel(inConnection, undoSteps),
  /** Undoes the last change set: discards its waiting edits, and queues the inverse of its sent edits. */
  'undo.undo': channel(inConnection, undone),
  'undo.redo': channel(inConnection, undone),
};
