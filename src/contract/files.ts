import { z } from 'zod';
import { changeSetId, connectionId, fileKey, network } from '../domain/core/ids.ts';
import { draftPart } from '../domain/edits/draft.ts';
import { change, changeStatus, refusal, requestedChange } from '../domain/edits/edit.ts';
import { fileWait } from '../domain/edits/file-wait.ts';
import { closeName } from '../domain/files/close-words.ts';
import { field } from '../domain/files/field.ts';
import { counted, facets, fileCounts, fileRecord, fileRow, fileState } from '../domain/files/file.ts';
import { LONGEST_ID_LIST } from '../domain/files/id-list.ts';
import { importedLine } from '../domain/service/imported-line.ts';
import { MOST_KEY_COLUMNS } from '../domain/files/list-columns.ts';
import {
  LONGEST_TYPED_NAME,
  MOST_ASKED_FILES,
  MOST_EDITED_FIELDS,
  LONGEST_SEARCH,
  fileQuery,
} from '../domain/files/queries.ts';
import { channel, ticket } from './channel.ts';

/** The open changes of a file, as its row tells of them. */
const openChanges = z.object({
  /** The number of fields whose changes give the file its state. */
  fields: z.number(),
  /** That field where it is the only one; else null. */
  onlyField: field.nullable(),
  /** What the queued changes wait for; null without one. */
  wait: fileWait.nullable(),
});
export type OpenChanges = Readonly<z.infer<typeof openChanges>>;

/** The details of one file, for the inspector. */
export const fileDetail = z.object({
  /** The last record from the service. */
  record: fileRecord,
  shown: fileRecord,
  /** The service's JSON, unchanged. */
  raw: z.string(),
  seenAtMs: z.number(),
  state: fileState,
  /** Unfinished field changes, oldest first. */
  changes: z.array(change),
  refusal: refusal.nullable(),
  /** The person has starred it here; absent without a star. */
  isStarred: z.literal(true).optional(),
  /** What the person wrote about it here; absent without a note. */
  note: z.string().optional(),
  /** What the queued changes wait for; null without one. */
  wait: fileWait.nullable(),
});
export type FileDetail = Readonly<z.infer<typeof fileDetail>>;

export type { Facets, FileCounts } from '../domain/files/file.ts';

const inConnection = z.object({ connectionId });
const viewId = z.number().int().positive();
/** How many files at the beginning of a list were found by their name; null where the order does not tell, or not yet. */
const inName = z.number().nullable().optional();
/** The metadata keys whose values come with each row, in this order. */
const shownKeys = z.array(z.string().max(10_000)).max(MOST_KEY_COLUMNS).default([]);
const one = inConnection.extend({ key: fileKey });

/**
 * One event of a field: a value from the service, one that vanished after an update of ours, an edit of the person, or a
 * displaced value.
 */
export const historyEntry = z.object({
  atMs: z.number(),
  kind: z.enum(['observed', 'vanished', 'edited', 'gaveWay']),
  field,
  before: z.string().nullable(),
  value: z.string().nullable(),
  /** The status of an edit; null for other events. */
  status: changeStatus.nullable(),
});
export type HistoryEntry = Readonly<z.infer<typeof historyEntry>>;

/** Channels of file lists, and of one file. */
export const fileChannels = {
  /**
   * Opens a file list. The core keeps the latest few of each page. A request cancelled by its ticket is `notFound`.
   * `count` is the number of all files in the list, or of those found so far when `isCounted` is false; `rows` is the
   * first page.
   */
  'files.open': channel(
    inConnection.extend({
      query: fileQuery,
      ticket: ticket.optional(),
      firstRows: z.number().int().min(0).max(200).default(0),
      keys: shownKeys,
    }),
    z.object({ viewId, count: z.number(), isCounted: z.boolean(), inName, rows: z.array(fileRow) }),
  ),
  /** The number of files in a list. Answers when it is known; a closed or older list is `notFound`. */
  'files.counted': channel(z.object({ viewId }), z.object({ count: z.number(), inName })),
  /** Cancels the request with this ticket. */
  'files.giveUp': channel(z.object({ ticket }), z.null()),
  /** Rows by position, from `from` to before `to`, at most 200. A closed or older list is `notFound`. */
  'files.window': channel(
    z.object({
      viewId,
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
      keys: shownKeys,
    }),
    z.object({ rows: z.array(fileRow) }),
  ),
  /** The position of a file in a list; null when the list lacks it. */
  'files.position': channel(z.object({ viewId, key: fileKey }), z.object({ position: z.number().nullable() })),
  /** The next row whose name begins with a text, from a position on and round the end; null where none was met. */
  'files.nextNamed': channel(
    z.object({ viewId, text: z.string().min(1).max(LONGEST_TYPED_NAME), from: z.number().int().nonnegative() }),
    z.object({ position: z.number().nullable() }),
  ),
  /** Words of names that are nearly the word of a search; none for a search of several words. */
  'files.closeTo': channel(
    inConnection.extend({ search: z.string().max(LONGEST_SEARCH), ticket }),
    z.object({ names: z.array(closeName) }),
  ),
  'files.close': channel(z.object({ viewId }), z.null()),
  'files.get': channel(one, fileDetail),
  /** What the open changes of files in sight are of, and what they wait for; a file without one is left out. */
  'files.openChanges': channel(
    inConnection.extend({ keys: z.array(fileKey).max(MOST_ASKED_FILES) }),
    z.array(z.object({ key: fileKey, ...openChanges.shape })),
  ),
  'files.counts': channel(inConnection, fileCounts),
  'files.facets': channel(inConnection, facets),
  /** The values of one metadata key, without values over 100 characters. */
  'files.facetValues': channel(
    inConnection.extend({ key: z.string().max(10_000) }),
    z.object({ values: z.array(counted) }),
  ),
  /** The number of files that match a query; null for a query with a search, which no facet counts. */
  'files.count': channel(inConnection.extend({ query: fileQuery }), z.object({ count: z.number().nullable() })),
  /**
   * Queues one change set of one file. Answers when the outbox has it on the disk. The draft that it saves goes with the
   * same commit.
   */
  'files.edit': channel(
    one.extend({ changes: z.array(requestedChange).min(1).max(MOST_EDITED_FIELDS), saves: draftPart.optional() }),
    z.object({ changeSetId }),
  ),
  /** Reads files into the mirror of a service that cannot list them. `text` has one id per line, CSV or JSON. */
  'files.import': channel(
    inConnection.extend({ network, text: z.string().max(LONGEST_ID_LIST), ticket: ticket.optional() }),
    z.object({ lines: z.array(importedLine), added: z.number() }),
  ),
  /** Stops the import with that ticket, which answers with what it has done; the other lines were not asked for. */
  'files.stopImport': channel(z.object({ ticket }), z.null()),
  'files.history': channel(one, z.array(historyEntry)),
};
