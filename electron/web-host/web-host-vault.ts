import { join } from 'node:path';
import type { TokenVault } from '../host.ts';
import { fileVault } from '../hosting/file-vault.ts';
import { memoryVault } from '../hosting/memory-vault.ts';
import { storedTokens } from '../hosting/stored-tokens.ts';

/**
 * The vault of the web host. What it forgets, no start of the profile finds any more: neither one with `--keep-token`, nor
 * Electron, which keeps tokens of its own there.
 */
export function webHostVault(profileDirectory: string, keepsTokens: boolean): TokenVault {
  const file = fileVault(profileDirectory);
  const own = keepsTokens ? file : memoryVault();
  const sealed = storedTokens(join(profileDirectory, 'tokens'));
  return {
    ...own,
    forget: async (connectionId) => {
      // A disk that refuses leaves the token in use: it is told as one that is still there.
      await sealed.newVersion(connectionId).remove();
      await file.forget(connectionId);
      await own.forget(connectionId);
    },
  };
}
