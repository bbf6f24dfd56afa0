import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { errorCode } from '../../src/domain/core/thrown.ts';
import { hostClock, type HostClock } from '../hosting/clock.ts';
import { fileVault } from '../hosting/file-vault.ts';
import { memoryVault } from '../hosting/memory-vault.ts';
import { storedTokens, type StoredTokenVersion } from '../hosting/stored-tokens.ts';
import type { TokenVault } from '../host.ts';

/** The part of Electron's `safeStorage` that encrypts. */
export type Encryption = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

const encryptedToken = z.object({ backend: z.string(), version: z.literal(1), ciphertext: z.base64() });

/** How long a question of the keychain may stand in the way of what the person asked for: nobody has to answer one. */
const PATIENCE_MS = 30_000;

/**
 * Keeps tokens in files encrypted with a key from the system's keychain. Without a keychain tokens stay in memory: on
 * Linux, `basic_text` encrypts with a hard-coded password (Electron, `safeStorage.getSelectedStorageBackend`). A token that
 * waits for an answer of the person stays in memory until then.
 *
 * @param profileDirectory contains the encrypted files, in `tokens/`
 */
export function keychainVault(
  encryption: Encryption,
  profileDirectory: string,
  platform: NodeJS.Platform,
  { after }: Pick<HostClock, 'after'> = hostClock,
): TokenVault {
  const memory = memoryVault();
  const files = storedTokens(join(profileDirectory, 'tokens'));
  const { backend, canEncrypt, encrypt, textOf } = keychainOf(encryption, platform);
  const inTime = <T>(asked: Promise<T>, otherwise: T): Promise<T> =>
    Promise.race([asked, new Promise<T>((resolve) => after(PATIENCE_MS, () => resolve(otherwise)))]);

  const save: TokenVault['save'] = async (connectionId, token) => {
    await memory.save(connectionId, token);
    const version = files.newVersion(connectionId);
    const encrypting = canEncrypt().then((can) => (can ? encrypt(token) : null));
    const encrypted = await inTime(encrypting, null);
    if (encrypted !== null && (await isKept(version, textOf(encrypted)))) return 'sealed';
    // An older token must not be the one that the next start finds.
    await version.remove();
    if (encrypted === null) void encrypting.then((late) => late && version.write(textOf(late))).catch(refusedByDisk);
    return 'memory';
  };

  const decrypt = async (connectionId: string): Promise<string | null> => {
    const version = files.version(connectionId);
    const kept = encryptedToken.safeParse(await files.read(connectionId));
    if (!kept.success || kept.data.backend !== backend() || !(await canEncrypt())) return null;
    const ciphertext = Buffer.from(kept.data.ciphertext, 'base64');
    const opened = await encryption.decryptStringAsync(ciphertext).catch(refusedByKeychain);
    if (opened === null) return null;
    const anew = opened.shouldReEncrypt ? await inTime(encrypt(opened.result), null) : null;
    if (anew !== null) await version.write(textOf(anew)).catch(refusedByDisk);
    return opened.result;
  };

  return {
    keeping: async () => ((await inTime(canEncrypt(), false)) ? 'sealed' : 'memory'),
    save,
    load: async (connectionId) => (await memory.load(connectionId)) ?? (await decrypt(connectionId)),
    forget: forgetterOf(files, fileVault(profileDirectory), memory),
  };
}

/**
 * Removes what is kept of a connection, also by a web host: its next start with `--keep-token` would be signed in. A disk that
 * refuses leaves the token in use: it is told as one that is still there.
 */
const forgetterOf =
  (sealed: ReturnType<typeof storedTokens>, ...others: readonly TokenVault[]): TokenVault['forget'] =>
  async (connectionId) => {
    await sealed.newVersion(connectionId).remove();
    for (const other of others) await other.forget(connectionId);
  };

/** The keychain of a platform. What it refuses is null, or that it cannot encrypt. */
function keychainOf(encryption: Encryption, platform: NodeJS.Platform) {
  // Only the synchronous API names the backend; the asynchronous API uses the same keychain.
  const backend = (): string => (platform === 'linux' ? encryption.getSelectedStorageBackend() : platform);
  return {
    backend,
    canEncrypt: async (): Promise<boolean> =>
      !['basic_text', 'unknown'].includes(backend()) &&
      ((await encryption.isAsyncEncryptionAvailable().catch(refusedByKeychain)) ?? false),
    encrypt: (token: string): Promise<Buffer | null> => encryption.encryptStringAsync(token).catch(refusedByKeychain),
    textOf: (encrypted: Buffer): string =>
      JSON.stringify({ backend: backend(), version: 1, ciphertext: encrypted.toString('base64') }),
  };
}

/** Whether the disk took a version. */
const isKept = (version: StoredTokenVersion, text: string): Promise<boolean> =>
  version.write(text).then(
    () => true,
    (error: unknown) => {
      refusedByDisk(error);
      return false;
    },
  );

/** What was kept before stays as it is. @throws errors that are bugs */
function refusedByDisk(error: unknown): void {
  if (errorCode(error) === null) throw error;
}

/** A locked, reset or replaced keychain. The app asks the person for the token again; no other data depends on it. */
const refusedByKeychain = (): null => null;
