import { z } from 'zod';
import { connectionId } from '../../src/domain/core/ids.ts';
import { exportFormat, exportTrouble } from '../../src/domain/exports/library-export.ts';
import { selection } from '../../src/domain/files/selection.ts';
import type { Sink } from './output.ts';

/** Everything an export has to know; given to a thread of its own. */
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

/** What the thread of an export says. Both ends are ours and of one build. */
export type ExporterMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'ended'; readonly outcome: ExportOutcome };

export type RunPorts = {
  /** Opens a file that is there to be written from its end on. */
  readonly openSink: (path: string) => Promise<Sink>;
  /** Lets what waits to be heard be heard. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Aborted when the export is not wanted any more. */
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
};
