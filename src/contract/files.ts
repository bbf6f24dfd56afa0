import { z } from 'zod';
import { change, changeStatus, refusal, requestedChange } from '../domain/edits/edit.ts';
import { field } from '../domain/files/field.ts';
import { fileRecord } from '../domain/files/file.ts';
import { changeSetId, connectionId, fileKey, network } from '../domain/core/ids.ts';
import { fileQuery } from '../domain/files/queries.ts';
import { channel } from './channel.ts';
import { fileStates } from '../domain/files/file-state.ts';

export const fileState = z.enum(fileStates);

/** One row of the grid: pending edits replayed. */
export const fileRow = z.object({
  network,
  id: fileKey.shape.id,
  name: z.string().nullable(),
  cid: z.string(),
  sizeBytes: z.number().nullable(),
  mimeType: z.string().nullable(),
  groupId: z.string().nullable(),
  createdAt: z.string().nullable(),
  state: fileState,
  /** How many fields have an open edit. */
  openChanges: z.number(),
});
export type FileRow = Readonly<z.infer<typeof fileRow>>;

/** Everything the inspector shows of one file. */
export const fileDetail = z.object({
  /** What the service said last. */
  record: fileRecord,
  shown: fileRecord,
  /** The service's JSON, byte for byte. */
  raw: z.string(),
  seenAtMs: z.number(),
  state: fileState,
  /** Open changes, oldest first. */
  changes: z.array(change),
  refusal: refusal.nullable(),
});
export type FileDetail = Readonly<z.infer<typeof fileDetail>>;

const counted = z.array(z.object({ value: z.string(), count: z.number() }));

export const fileCounts = z.object({
  all: z.number(),
  public: z.number(),
  private: z.number(),
  sizeBytes: z.number(),
  edited: z.number(),
  /** Largest first, at most 100. */
  groups: counted,
  types: counted,
});
export type FileCounts = Readonly<z.infer<typeof fileCounts>>;

/** What there is to filter by, with how many files each, largest first, at most 100 of each. */
export const facets = z.object({
  networks: counted,
  types: counted,
  families: counted,
  groups: counted,
  states: z.array(z.object({ value: fileState, count: z.number() })),
  /** Of metadata. */
  keys: counted,
});
export type Facets = Readonly<z.infer<typeof facets>>;

const inConnection = z.object({ connectionId });
const viewId = z.number().int().positive();
const ticket = z.uuid();
const one = inConnection.extend({ key: fileKey });

/** What became of one line of an import list; `reason` is null when the file is in the copy now. */
export const importedLine = z.object({ line: z.number(), text: z.string(), reason: z.string().nullable() });
export type ImportedLine = Readonly<z.infer<typeof importedLine>>;

/** One thing that happened to a field: a value seen on the service, an edit of one's own, or a value that gave way. */
export const historyEntry = z.object({
  atMs: z.number(),
  kind: z.enum(['observed', 'edited', 'gaveWay']),
  field,
  before: z.string().nullable(),
  value: z.string().nullable(),
  /** Of an edit of one's own; null otherwise. */
  status: changeStatus.nullable(),
});
export type HistoryEntry = Readonly<z.infer<typeof historyEntry>>;

export const fileChannels = {
  /**
   * Opens a view; it stays until closed, and only the latest few per page are kept. One that was given up by its ticket
   * before the answer was there is `notFound`. `count` is of all that is found, or of what is found so far when
   * `isCounted` is false; `rows` are the first ones.
   */
  'files.open': channel(
    inConnection.extend({
      query: fileQuery,
      ticket: ticket.optional(),
      firstRows: z.number().int().min(0).max(200).default(0),
    }),
    z.object({ viewId, count: z.number(), isCounted: z.boolean(), rows: z.array(fileRow) }),
  ),
  /** How many files a view finds, once all are found. A view that was closed or outlived before is `notFound`. */
  'files.counted': channel(z.object({ viewId }), z.object({ count: z.number() })),
  /** The answer to a question is not wanted any more: what is still being looked for is left. */
  'files.giveUp': channel(z.object({ ticket }), z.null()),
  /** Rows by position, `from` included, `to` not; at most 200. A closed or outlived view is `notFound`. */
  'files.window': channel(
    z.object({ viewId, from: z.number().int().nonnegative(), to: z.number().int().nonnegative() }),
    z.object({ rows: z.array(fileRow) }),
  ),
  /** Where a file stands in a view; null when it is not in it. */
  'files.position': channel(z.object({ viewId, key: fileKey }), z.object({ position: z.number().nullable() })),
  'files.close': channel(z.object({ viewId }), z.null()),
  'files.get': channel(one, fileDetail),
  'files.counts': channel(inConnection, fileCounts),
  'files.facets': channel(inConnection, facets),
  /** The values of one metadata key; those of more than 100 characters are not among them. */
  'files.facetValues': channel(inConnection.extend({ key: z.string().max(10_000) }), z.object({ values: counted })),
  /** How many files a query finds; null for a query that searches, which would have to be run. */
  'files.count': channel(inConnection.extend({ query: fileQuery }), z.object({ count: z.number().nullable() })),
  /** Queues one gesture on one file; answered after it is durable on this computer. */
  'files.edit': channel(one.extend({ changes: z.array(requestedChange).min(1).max(100) }), z.object({ changeSetId })),
  /** Brings files into the copy of a service that cannot list them: ids by line, CSV or JSON. */
  'files.import': channel(
    inConnection.extend({ network, text: z.string().max(20_000_000) }),
    z.object({ lines: z.array(importedLine), added: z.number() }),
  ),
  'files.history': channel(one, z.array(historyEntry)),
};
