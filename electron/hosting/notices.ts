import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../src/domain/core/thrown.ts';

/** Beside the programs, or beside the archive that a package keeps the programs in. */
const places = ['../notices', '../../../notices'].map((place) => join(import.meta.dirname, place));

/**
 * The licences of all that is in this build, word for word.
 *
 * @param directories where the build may have written them
 * @returns null where the sources run as they are
 */
export function thirdPartyNotices(directories: readonly string[] = places): string | null {
  for (const directory of directories) {
    const text = textOrNull(join(directory, 'third-party-notices.txt'));
    if (text !== null) return text;
  }
  return null;
}

function textOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
