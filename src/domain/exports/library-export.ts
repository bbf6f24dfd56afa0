import { z } from 'zod';
import { connectionId } from '../core/ids.ts';
import type { FileRecord, FileState } from '../files/file.ts';

/** `csv` for a spreadsheet, `jsonl` with an object a line and without loss, `sqlite` as a database of its own. */
export const exportFormat = z.enum(['csv', 'jsonl', 'sqlite']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** Why an export came to nothing; its unfinished file is gone. */
export const exportTrouble = z.enum(['diskFull', 'readOnly', 'diskError', 'tooManyKeys', 'broken']);
export type ExportTrouble = z.infer<typeof exportTrouble>;

/** Which export: at most one runs at a time, whatever its connection. */
const which = z.object({ exportId: z.uuid(), connectionId, format: exportFormat });
export type WhichExport = Readonly<z.infer<typeof which>>;

/** How it stands with the latest export of files to a file on this computer. */
export const exportState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  /** `total` is null until the files are chosen and looked through. */
  which.extend({ kind: z.literal('running'), done: z.number(), total: z.number().nullable(), stopping: z.boolean() }),
  which.extend({ kind: z.literal('done'), path: z.string(), files: z.number(), sizeBytes: z.number() }),
  which.extend({ kind: z.literal('failed'), trouble: exportTrouble, detail: z.string() }),
]);
export type ExportState = Readonly<z.infer<typeof exportState>>;

/** As many columns as spreadsheets have; CSV has one for each metadata key. */
export const MOST_KEY_COLUMNS = 16_000;

/** A file as it is shown, pending edits replayed, and how it stands. */
export type ExportedFile = FileRecord & { readonly state: FileState };
