import { z } from 'zod';
import { connectionId } from '../core/ids.ts';
import type { FileRecord, FileState } from '../files/file.ts';

/** `csv` for a spreadsheet; `jsonl` with one object in each line, without loss; `sqlite`, a database of its own. */
export const exportFormat = z.enum(['csv', 'jsonl', 'sqlite']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** Why an export failed; its partial file is deleted. */
export const exportTrouble = z.enum(['diskFull', 'readOnly', 'diskError', 'tooManyKeys', 'broken']);
export type ExportTrouble = z.infer<typeof exportTrouble>;

/** The id and format of an export. At most one runs at a time, over all connections. */
const which = z.object({ exportId: z.uuid(), connectionId, format: exportFormat });
export type WhichExport = Readonly<z.infer<typeof which>>;

/** The status of the latest export. */
export const exportState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  /** `total` is null until the files are counted. */
  which.extend({ kind: z.literal('running'), done: z.number(), total: z.number().nullable(), stopping: z.boolean() }),
  which.extend({ kind: z.literal('done'), path: z.string(), files: z.number(), sizeBytes: z.number() }),
  which.extend({ kind: z.literal('failed'), trouble: exportTrouble, detail: z.string() }),
]);
export type ExportState = Readonly<z.infer<typeof exportState>>;

/** Most metadata keys of a CSV export, one column each: with those of every file they are no more than a table may have. */
export const MOST_KEY_COLUMNS = 16_000;

/** A projected file and its state. */
export type ExportedFile = FileRecord & { readonly state: FileState };
