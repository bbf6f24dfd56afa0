import { mkdirSync } from 'node:fs';
import type { StartFailure } from '../host.ts';

/** Makes a folder inside the profile. @returns why it cannot be made, or null */
export function makeDirectory(path: string, profileDirectory: string): StartFailure | null {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { kind: 'notWritable', path: profileDirectory, detail: error.message };
  }
}
