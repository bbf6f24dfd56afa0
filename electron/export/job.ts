import type { HeldFilePorts } from '../../src/domain/core/held-files.ts';
import { z } from 'zod';
import { connectionId } from '../../src/domain/core/ids.ts';
import { type ExportedFile, exportFormat, exportTrouble } from '../../src/domain/exports/library-export.ts';
import { selection } from '../../src/domain/files/queries.ts';

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
  /** For the moment when the file gets its name. */
  readonly held: HeldFilePorts;
  /** Aborted by a cancelled export. */
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
};

/** Writes exported files, one after the other, in one format. */
export type Output = {
  add(file: ExportedFile): void;
  /** Whether memory holds enough files for a `flush`. */
  isFull(): boolean;
  /** Writes the added files. Resolves when the disk accepted them. */
  flush(): Promise<void>;
  /** Writes the rest, and so completes the file. */
  finish(): Promise<void>;
  /** Closes the file, complete or partial. */
  close(): Promise<void>;
};

/** Writes text. The caller waits for each write before the next. */
export type Sink = { write(text: string): Promise<void>; close(): Promise<void> };
