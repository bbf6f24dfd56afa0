import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { errorCode } from '../../src/domain/core/thrown.ts';
import { memoryVault } from '../hosting/memory-vault.ts';
import { readPrivateJson, removePrivateFile, writePrivateFile } from '../hosting/private-files.ts';
import type { TokenVault } from '../host.ts';

/** The part of Electron's `safeStorage` that encrypts. */
export type Encryption = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

const encryptedToken = z.object({ backend: z.string(), version: z.literal(1), ciphertext: z.base64() });

/**
 * Keeps tokens in files encrypted with a key from the system's keychain. Without a keychain tokens stay in memory: on
 * Linux, `basic_text` encrypts with a hard-coded password (Electron, `safeStorage.getSelectedStorageBackend`).
 *
 * @param profileDirectory contains the encrypted files, in `tokens/`
 */
export function keychainVault(encryption: Encryption, profileDirectory: string, platform: NodeJS.Platform): TokenVault {
  const memory = memoryVault();
  // Only the synchronous API names the backend; the asynchronous API uses the same keychain.
  const backend = (): string => (platform === 'linux' ? encryption.getSelectedStorageBackend() : platform);
  const canEncrypt = async (): Promise<boolean> =>
    !['basic_text', 'unknown'].includes(backend()) &&
    ((await encryption.isAsyncEncryptionAvailable().catch(refusedByKeychain)) ?? false);
  // A hash makes a file name of any connection id.
  const pathOf = (connectionId: string): string =>
    join(profileDirectory, 'tokens', `${createHash('sha256').update(connectionId).digest('hex').slice(0, 32)}.json`);

  /** @returns null when the keychain refuses */
  const encrypt = (token: string): Promise<Buffer | null> =>
    encryption.encryptStringAsync(token).catch(refusedByKeychain);
  const write = (connectionId: string, encrypted: Buffer): Promise<void> => {
    const kept = { backend: backend(), version: 1, ciphertext: encrypted.toString('base64') };
    return writePrivateFile(pathOf(connectionId), JSON.stringify(kept));
  };

  const save: TokenVault['save'] = async (connectionId, token) => {
    await memory.save(connectionId, token);
    const encrypted = (await canEncrypt()) ? await encrypt(token) : null;
    if (encrypted === null) {
      await removePrivateFile(pathOf(connectionId));
      return 'memory';
    }
    await write(connectionId, encrypted);
    return 'sealed';
  };

  const decrypt = async (connectionId: string): Promise<string | null> => {
    const kept = encryptedToken.safeParse(await readPrivateJson(pathOf(connectionId)));
    if (!kept.success || kept.data.backend !== backend() || !(await canEncrypt())) return null;
    const ciphertext = Buffer.from(kept.data.ciphertext, 'base64');
    const opened = await encryption.decryptStringAsync(ciphertext).catch(refusedByKeychain);
    if (opened === null) return null;
    const anew = opened.shouldReEncrypt ? await encrypt(opened.result) : null;
    if (anew !== null) await write(connectionId, anew).catch(refusedByDisk);
    return opened.result;
  };

  return {
    keeping: async () => ((await canEncrypt()) ? 'sealed' : 'memory'),
    save,
    load: async (connectionId) => (await memory.load(connectionId)) ?? (await decrypt(connectionId)),
    forget: async (connectionId) => {
      // A disk that refuses leaves the token in use: it is told as one that is still there.
      await removePrivateFile(pathOf(connectionId));
      await memory.forget(connectionId);
    },
  };
}

/** The encryption of before stays, and opens as well. @throws errors that are bugs */
function refusedByDisk(error: unknown): void {
  if (errorCode(error) === null) throw error;
}

/** A locked, reset or replaced keychain. The app asks the person for the token again; no other data depends on it. */
const refusedByKeychain = (): null => null;
