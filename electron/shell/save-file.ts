import { extname, join } from 'node:path';
import type { IpcMain, IpcMainInvokeEvent, SaveDialogOptions } from 'electron';
import { errorMessage } from '../../src/domain/core/thrown.ts';
import { hostWords, type HostWords } from '../hosting/host-words.ts';
import type { OpenWrites } from '../hosting/open-writes.ts';
import { writePrivateFile } from '../hosting/private-files.ts';

/** As long as a text of JavaScript can be, or nearly (V8, `String::kMaxLength`): waiting edits have no limit of their own. */
const mostCharacters = 500_000_000;

export type SaveFilePorts = {
  /** Lets the person choose a path. @returns null when the person cancels */
  readonly choosePath: (options: SaveDialogOptions) => Promise<string | null>;
  /** Tells the person why a file was not saved. */
  readonly tell: (message: string) => void;
  readonly downloadsDirectory: string;
  /** A person who chose a place may quit at once: a slow disk takes the file for longer than the app takes to close. */
  readonly writes: Pick<OpenWrites, 'during'>;
  readonly language: () => Promise<keyof typeof hostWords>;
};

/**
 * Saves texts of the page as files where the person says. The shell refuses downloads, so this is the page's one way to a
 * file; the page learns no path.
 *
 * @param isTrusted checks the sender of every request (Electron, "Security", 17)
 */
export function openFileSaver(
  ipcMain: Pick<IpcMain, 'handle'>,
  { choosePath, tell, downloadsDirectory, writes, language }: SaveFilePorts,
  isTrusted: (event: IpcMainInvokeEvent) => boolean,
  longest = mostCharacters,
): void {
  let isAsking = false;
  const write = inOrder(writes);
  const ask = async (name: string, words: HostWords): Promise<string | null> => {
    // One dialog at a time: a page with a bug must not cover the screen.
    if (isAsking) return null;
    isAsking = true;
    return await choosePath(dialogFor(join(downloadsDirectory, safeFileName(name)), words)).finally(
      () => (isAsking = false),
    );
  };
  ipcMain.handle('pinfold:save-file', async (event, name: unknown, text: unknown) => {
    if (!isTrusted(event)) throw new Error('Files are saved for the page of this app only');
    if (typeof name !== 'string' || typeof text !== 'string') throw new Error('A file has a name and a text');
    const words = hostWords[await language()];
    const path = await ask(name, words);
    if (path === null) return;
    if (text.length > longest) return tell(words.notSaved(words.tooLong));
    await write(path, text).catch((error: unknown) => tell(words.notSaved(errorMessage(error))));
  });
}

/** @returns writes a file after the earlier ones of its path: a slow disk may still take one that is longer */
function inOrder(writes: SaveFilePorts['writes']): (path: string, text: string) => Promise<void> {
  const latest = new Map<string, Promise<void>>();
  return async (path, text) => {
    const write = (): Promise<void> => writePrivateFile(path, text);
    const written = (latest.get(path) ?? Promise.resolve()).then(write, write);
    latest.set(path, written);
    await writes.during(written).finally(() => {
      if (latest.get(path) === written) latest.delete(path);
    });
  };
}

/** Without words of ours, Electron writes the box in the system's language, whatever the page speaks. */
function dialogFor(defaultPath: string, words: HostWords): SaveDialogOptions {
  const extension = extname(defaultPath).slice(1);
  const filters = extension === '' ? [] : [{ name: words.fileOf(extension.toUpperCase()), extensions: [extension] }];
  const { saveTitle: title, saveButton: buttonLabel } = words;
  return { defaultPath, title, buttonLabel, filters, properties: ['showOverwriteConfirmation'] };
}

const longestName = 100;
/** Names of devices on Windows, with any extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A suggested name as a plain one: no folder, no sign that hides or reverses text, no name of a device. */
export function safeFileName(suggested: string): string {
  const plain = suggested.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '-');
  const name = [...plain]
    .slice(-longestName)
    .join('')
    .replace(/^[. -]+|[. -]+$/g, '');
  return name === '' || device.test(name) ? `pinfold-${name}` : name;
}
