import { symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Whether this person may make symbolic links. On Windows only administrators and people with Developer Mode may
 * (Microsoft, "Create symbolic links"): tests about links are left out for everybody else.
 */
export const mayLink = ((): boolean => {
  const path = join(tmpdir(), `pf-link-${process.pid}-${performance.now()}`);
  try {
    symlinkSync(path, path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') return false;
    throw error;
  }
  unlinkSync(path);
  return true;
})();
