import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until the content of a file is on the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Waits until the names in a folder are on the disk. */
export function syncDirectory(path: string, files: SyncCalls = { openSync, fsyncSync, closeSync }): void {
  // Windows has no way to flush a directory; its renames are journaled.
  if (process.platform === 'win32') return;
  const directory = files.openSync(path, 'r');
  try {
    files.fsyncSync(directory);
  } finally {
    files.closeSync(directory);
  }
}

type SyncCalls = Pick<typeof import('node:fs'), 'openSync' | 'fsyncSync' | 'closeSync'>;

/** Waits for a held file by blocking the thread: for those that have nothing else to do. */
export const blockingThread = {
  wait: (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  platform: process.platform,
};
