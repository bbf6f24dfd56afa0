import { statSync } from 'node:fs';

/**
 * Whether only its owner may read a file or folder. Windows has no such modes; there a profile is private by where it
 * lies.
 */
export const isOwnersOnly = (path: string): boolean =>
  process.platform === 'win32' || (statSync(path).mode & 0o077) === 0;
