import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file that only its owner may read. Written beside and renamed, so that a crash leaves the old or the
 * new one and never half of it.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${randomUUID()}`;
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
}

/** @returns null when there is no such file */
export async function readPrivateFile(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (isAbsence(error)) return null;
    throw error;
  });
}

export const removePrivateFile = (path: string): Promise<void> => rm(path, { force: true });

const isAbsence = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
