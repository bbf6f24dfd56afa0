import { z } from 'zod';
import { connectionId } from '../../src/domain/core/ids.ts';
import { exportFormat, exportTrouble } from '../../src/domain/exports/library-export.ts';
import { selection } from '../../src/domain/files/queries.ts';
import type { Sink } from './output.ts';

/** The input of an export, as its thread receives it. */
export const exportJob = z.object({
  mirrorPath: z.string(),
  profileDirectory: z.string(),
  downloadsDirectory: z.string(),
  connection: z.object({ id: connectionId, name: z.string(), service: z.string() }),
  selection,
  format: exportFormat,
  atMs: z.number(),
  appVersion: z.string(),
});
export type ExportJob = Readonly<z.infer<typeof exportJob>>;

export type ExportOutcome =
  | { readonly kind: 'done'; readonly path: string; readonly files: number; readonly sizeBytes: number }
  | { readonly kind: 'failed'; readonly trouble: z.infer<typeof exportTrouble>; readonly detail: string }
  | { readonly kind: 'cancelled' };

export type Progress = { readonly done: number; readonly total: number };

export type RunPorts = {
  /** Opens an existing file for appending. */
  readonly openSink: (path: string) => Promise<Sink>;
  /** Lets waiting messages in between two slices of work. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Aborted by a cancelled export. */
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
};
