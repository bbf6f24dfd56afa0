import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { owedErasures } from '../mirror/owed-erasures.ts';
import { hasPrivateFiles, lookAt } from '../sqlite/private-files.ts';
import { sharedFileSystem } from '../sqlite/shared-file-system.ts';

/** SQLite copies a WAL into its file from four megabytes on; only a reader that stays keeps it from that. */
const MOST_WAL_BYTES = 128_000_000;

export type ProfileFolder = {
  readonly directory: string;
  /** The open databases. */
  readonly paths: readonly string[];
};

type Limits = { readonly mostWalBytes?: number; readonly fileSystemOf?: (directory: string) => string | null };

/** What is wrong with the folder of an open profile now, as messages; empty when nothing is. */
export function profileWarnings({ directory, paths }: ProfileFolder, limits: Limits = {}): readonly string[] {
  const { mostWalBytes = MOST_WAL_BYTES, fileSystemOf = sharedFileSystem } = limits;
  if (paths.some((path) => sizeOf(path) === null)) return [goneWarning(directory)];
  const shared = fileSystemOf(directory);
  const long = paths.flatMap((path) => {
    const bytes = sizeOf(`${path}-wal`) ?? 0;
    return bytes > mostWalBytes ? [walWarning(basename(path), bytes)] : [];
  });
  const owed = owedErasures(directory).list().length > 0 ? [owedWarning(directory)] : [];
  const open = mayAllChange(directory) ? [openWarning(directory)] : [];
  return [...owed, ...open, ...(shared === null ? [] : [sharedWarning(directory, shared)]), ...long];
}

const sizeOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.size ?? null;

const mayAllChange = (directory: string): boolean =>
  hasPrivateFiles() && ((lookAt(directory)?.mode ?? 0) & 0o002) !== 0;

const openWarning = (directory: string): string =>
  `Every account of this computer may change ${directory}, and so replace or remove the files in it. Take that right from them, or choose another folder with --profile.`;

const goneWarning = (directory: string): string =>
  `${directory} was moved or deleted while Pinfold runs, so nothing more is saved. Export the waiting edits below, then put the folder back and start Pinfold again.`;

const owedWarning = (directory: string): string =>
  `A copy that was to be deleted is not erased completely from ${directory}, because the disk was full or did not take it. Parts of it can still be read there. Make room on the disk and start Pinfold again: it erases them then.`;

const sharedWarning = (directory: string, kind: string): string =>
  `${directory} is on a drive that other computers may share (${kind}). A lost connection, or a second computer that opens it, can damage the files. Choose a folder on this computer with --profile.`;

const walWarning = (name: string, bytes: number): string =>
  `The log of ${name} has grown to ${Math.round(bytes / 1e6)} MB, because another program keeps reading the file: a backup, a virus scanner or a database tool. Nothing is lost. Close that program, and the log shrinks with the next changes.`;
