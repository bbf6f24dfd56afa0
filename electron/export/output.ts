import type { ExportedFile } from '../../src/domain/exports/library-export.ts';

/** Where exported files go, one after the other, in one of the formats. */
export type Output = {
  add(file: ExportedFile): void;
  /** So much has been added since the last `flush` that it should be handed on before more is added. */
  isFull(): boolean;
  /** Resolves when the disk has taken what was added. */
  flush(): Promise<void>;
  /** Hands on the rest; the file is whole then. */
  finish(): Promise<void>;
  /** Lets go of the file, whole or not. */
  close(): Promise<void>;
};

/** Takes a text, and resolves when it has gone on: nothing more is given to it before. */
export type Sink = { write(text: string): Promise<void>; close(): Promise<void> };
