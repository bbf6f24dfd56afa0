import { open } from 'node:fs/promises';
import type { ExportedFile } from '../../src/domain/exports/library-export.ts';
import type { Output } from './output.ts';

/** Takes a text, and resolves when it has gone on: nothing more is given to it before. */
export type Sink = { write(text: string): Promise<void>; close(): Promise<void> };

export type TextFormat = { readonly head: string; readonly lineOf: (file: ExportedFile) => string };

/** Characters that wait in memory at most, and the line that goes over. */
const FULL = 64 * 1024;

export function textOutput(sink: Sink, { head, lineOf }: TextFormat): Output {
  let waiting = head;
  const flush = async (): Promise<void> => {
    const text = waiting;
    waiting = '';
    if (text !== '') await sink.write(text);
  };
  return {
    add: (file) => void (waiting += lineOf(file)),
    isFull: () => waiting.length >= FULL,
    flush,
    finish: flush,
    close: () => sink.close(),
  };
}

/** @param path of a file that is there */
export async function fileSink(path: string): Promise<Sink> {
  const file = await open(path, 'a');
  return { write: (text) => file.appendFile(text, 'utf8'), close: () => file.close() };
}
