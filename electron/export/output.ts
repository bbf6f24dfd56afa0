import type { ExportedFile } from '../../src/domain/exports/library-export.ts';

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
