import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { memoryVault } from '../hosting/memory-vault.ts';
import { readPrivateJson, removePrivateFile, writePrivateFile } from '../hosting/private-files.ts';
import type { TokenVault } from '../host.ts';

/** The part of Electron's `safeStorage` that seals. */
export type Encryption = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

const encryptedToken = z.object({ backend: z.string(), version: z.literal(1), ciphertext: z.base64() });

/**
 * Tokens sealed with the key of the system's keychain, one file each. Where the system has no keychain worth the name
 * they stay in memory: on Linux `basic_text` seals with a password that everybody knows.
 *
 * @param profileDirectory where the sealed files lie, in `tokens/`
 */
export function keychainVault(seal: Encryption, profileDirectory: string, platform: NodeJS.Platform): TokenVault {
  const memory = memoryVault();
  // Named by the synchronous API; the asynchronous one uses the same keychain.
  const backend = (): string => (platform === 'linux' ? seal.getSelectedStorageBackend() : platform);
  const canSeal = async (): Promise<boolean> =>
    !['basic_text', 'unknown'].includes(backend()) && (await seal.isAsyncEncryptionAvailable());
  // A connection's id is hashed, so that it is a file name whatever it holds.
  const pathOf = (connectionId: string): string =>
    join(profileDirectory, 'tokens', `${createHash('sha256').update(connectionId).digest('hex').slice(0, 32)}.json`);

  const save: TokenVault['save'] = async (connectionId, token) => {
    await memory.save(connectionId, token);
    const sealed = (await canSeal()) ? await seal.encryptStringAsync(token).catch(refusedByKeychain) : null;
    if (sealed === null) {
      await removePrivateFile(pathOf(connectionId));
      return 'memory';
    }
    const kept = { backend: backend(), version: 1, ciphertext: sealed.toString('base64') };
    await writePrivateFile(pathOf(connectionId), JSON.stringify(kept));
    return 'sealed';
  };

  const unseal = async (connectionId: string): Promise<string | null> => {
    const kept = encryptedToken.safeParse(await readPrivateJson(pathOf(connectionId)));
    if (!kept.success || kept.data.backend !== backend() || !(await canSeal())) return null;
    const ciphertext = Buffer.from(kept.data.ciphertext, 'base64');
    const opened = await seal.decryptStringAsync(ciphertext).catch(refusedByKeychain);
    if (opened === null) return null;
    if (opened.shouldReEncrypt) await save(connectionId, opened.result);
    return opened.result;
  };

  return {
    keeping: async () => ((await canSeal()) ? 'sealed' : 'memory'),
    save,
    load: async (connectionId) => (await memory.load(connectionId)) ?? (await unseal(connectionId)),
    forget: async (connectionId) => {
      await memory.forget(connectionId);
      await removePrivateFile(pathOf(connectionId));
    },
  };
}

/** A locked, reset or replaced keychain: the person is asked for the token again, and nothing else is lost. */
const refusedByKeychain = (): null => null;
