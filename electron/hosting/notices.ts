import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The licences of all that is in this build, word for word.
 *
 * @param directory where the build wrote them, beside its programs
 * @returns null where the sources run as they are
 */
export function thirdPartyNotices(directory = join(import.meta.dirname, '../notices')): string | null {
  try {
    return readFileSync(join(directory, 'third-party-notices.txt'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
