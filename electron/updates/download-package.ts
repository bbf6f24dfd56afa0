import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  chmod,
  mkdir,
  open as openFile,
  readdir,
  realpath,
  rename as renameFile,
  rm as removeFile,
  stat,
} from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../../src/domain/core/thrown.ts';
import { type HeldFilePorts, onceReleased } from '../../src/domain/core/held-files.ts';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import type { ReleaseFile } from '../../src/domain/updates/release-feed.ts';
import type { UpdateProblem } from '../../src/domain/updates/update-state.ts';
import { chunksOf, type FetchPorts, open, type UpdateSource } from './fetch-release.ts';

export type DownloadPorts = FetchPorts & {
  /** The folder for packages, of the program alone. */
  readonly directory: string;
  /** The package that this very program runs from, which may lie in the folder too; null for one that is installed. */
  readonly running: string | null;
  readonly progress: (doneBytes: number) => void;
  /** Opens the file that a package goes into; by default Node's. */
  readonly openFile?: typeof openFile;
  readonly held: HeldFilePorts;
  /** Node's own by default. */
  readonly rename?: (from: string, to: string) => Promise<void>;
  readonly rm?: (path: string, options: { readonly force: true; readonly recursive: true }) => Promise<void>;
};

const PART = '.part';

/**
 * Fetches a package of a release, unless it lies there since an earlier start. The file gets its name once its size and its
 * hash are those of the signed feed, and only then takes the place of older ones.
 *
 * @returns the path
 */
export async function downloadPackage(
  source: UpdateSource,
  file: ReleaseFile,
  ports: DownloadPorts,
  signal: AbortSignal,
): Promise<Result<string, UpdateProblem>> {
  const path = join(ports.directory, file.name);
  const part = `${path}${PART}`;
  try {
    await mkdir(ports.directory, { recursive: true, mode: 0o700 });
    if (await isFetched(path, file)) return ok(await letOpen(path, file));
    // What has the name was altered, and a part of another release never becomes a package.
    await removeThose((name) => name === file.name || name.endsWith(PART), ports);
    const fetched = await fetchInto(part, source, file, ports, signal).catch(problemOfDisk);
    if (fetched !== null) return await removeThose((name) => name.endsWith(PART), ports).then(() => fail(fetched));
    await letOpen(part, file);
    const { rename = renameFile, held } = ports;
    await onceReleased(() => rename(part, path), held);
    await removeThose((name) => name !== file.name, ports);
    return ok(path);
  } catch (error) {
    return fail(problemOfDisk(error));
  }
}

/** Whether the file is the package, byte for byte: it may have been altered since it was fetched. */
async function isFetched(path: string, { sizeBytes, sha512 }: ReleaseFile): Promise<boolean> {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size !== sizeBytes) return false;
    const hash = createHash('sha512');
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex') === sha512;
  } catch (error) {
    // A file that is absent or cannot be read is fetched; what the disk has against that is told then.
    if (errorCode(error) !== null) return false;
    throw error;
  }
}

/** A file manager opens an AppImage that may be executed, and no other. @returns the path */
async function letOpen(path: string, { kind }: ReleaseFile): Promise<string> {
  if (kind === 'AppImage') await chmod(path, 0o700);
  return path;
}

/** Removes files of the folder, but not the package that runs. One that another program holds stays until the next time. */
async function removeThose(
  isOne: (name: string) => boolean,
  { directory, running, held, rm = removeFile }: DownloadPorts,
): Promise<void> {
  const kept = running === null ? null : await onDisk(running);
  for (const name of (await readdir(directory)).filter(isOne)) {
    const path = join(directory, name);
    if ((await onDisk(path)) === kept) continue;
    await onceReleased(() => rm(path, { force: true, recursive: true }), held).catch(problemOfDisk);
  }
}

/** The path as the disk has it, however it was written. */
const onDisk = (path: string): Promise<string> =>
  realpath(path).catch((error: unknown) => {
    if (errorCode(error) === null) throw error;
    return path;
  });

/** @returns why the part is no package; null when it is the one that the feed names */
async function fetchInto(
  part: string,
  source: UpdateSource,
  { name, sizeBytes, sha512 }: ReleaseFile,
  ports: DownloadPorts,
  signal: AbortSignal,
): Promise<UpdateProblem | null> {
  const opened = await open(`${source.url}/${name}`, ports, signal);
  if (!opened.ok) return opened.failure;
  const hash = createHash('sha512');
  let doneBytes = 0;
  const output = await (ports.openFile ?? openFile)(part, 'w', 0o600).catch(async (error: unknown) => {
    await opened.value.cancel();
    throw error;
  });
  try {
    for await (const read of chunksOf(opened.value)) {
      if (!read.ok) return 'cutDownload';
      doneBytes += read.value.length;
      if (doneBytes > sizeBytes) return 'tamperedFile';
      hash.update(read.value);
      await output.writeFile(read.value);
      ports.progress(doneBytes);
    }
    if (doneBytes < sizeBytes) return 'cutDownload';
    if (hash.digest('hex') !== sha512) return 'tamperedFile';
    await output.sync();
    return null;
  } finally {
    await output.close();
  }
}

/** @throws errors that are bugs */
function problemOfDisk(error: unknown): UpdateProblem {
  const code = errorCode(error);
  if (code === null) throw error;
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'diskFull' : 'notWritable';
}
