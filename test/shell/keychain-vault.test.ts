import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileVault } from '../../electron/hosting/file-vault.ts';
import { type Encryption, keychainVault } from '../../electron/shell/keychain-vault.ts';
import { isOwnersOnly } from '../hosting/owner-only.ts';

let profile: string;
beforeEach(() => void (profile = mkdtempSync(join(tmpdir(), 'pinfold-keychain-'))));
afterEach(() => rmSync(profile, { recursive: true }));

/** A keychain that reverses text, so that encrypted text is not plain. */
function keychain(changes: Partial<Encryption> = {}): Encryption {
  const reverse = (text: string): string => [...text].reverse().join('');
  return {
    getSelectedStorageBackend: () => 'gnome_libsecret',
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    encryptStringAsync: (text) => Promise.resolve(Buffer.from(reverse(text))),
    decryptStringAsync: (encrypted) =>
      Promise.resolve({ result: reverse(encrypted.toString()), shouldReEncrypt: false }),
    ...changes,
  };
}
const files = (): string[] => (existsSync(join(profile, 'tokens')) ? readdirSync(join(profile, 'tokens')) : []);
const only = (): string => join(profile, 'tokens', files()[0]!);

test('an encrypted token is there at the next start, and only its owner may read the file', async () => {
  const vault = keychainVault(keychain(), profile, 'linux');
  expect(await vault.keeping()).toBe('sealed');
  expect(await vault.save('one', 'plain-token')).toBe('sealed');
  expect(await keychainVault(keychain(), profile, 'linux').load('one')).toBe('plain-token');
  expect(JSON.parse(readFileSync(only(), 'utf8'))).toEqual({
    backend: 'gnome_libsecret',
    version: 1,
    ciphertext: Buffer.from('nekot-nialp').toString('base64'),
  });
  expect(isOwnersOnly(only())).toBe(true);
  expect(isOwnersOnly(join(profile, 'tokens'))).toBe(true);
});

test('who signs out finds no token at a start of the web host either, which kept one in a file', async () => {
  await fileVault(profile).save('one', 'plain-token');
  await fileVault(profile).save('two', 'other-token');
  await keychainVault(keychain(), profile, 'linux').forget('one');
  expect([await fileVault(profile).load('one'), await fileVault(profile).load('two')]).toEqual([null, 'other-token']);
});

test.each(['basic_text', 'unknown'] as const)('with the backend %s nothing is written', async (backend) => {
  const vault = keychainVault(keychain({ getSelectedStorageBackend: () => backend }), profile, 'linux');
  expect(await vault.keeping()).toBe('memory');
  expect(await vault.save('one', 'plain-token')).toBe('memory');
  expect(await vault.load('one')).toBe('plain-token');
  expect(files()).toEqual([]);
});

test('on other systems than Linux the backend is the system itself', async () => {
  const encryption = keychain({
    getSelectedStorageBackend: () => {
      throw new Error('There is no such thing here');
    },
  });
  expect(await keychainVault(encryption, profile, 'darwin').save('one', 'plain-token')).toBe('sealed');
  expect(await keychainVault(encryption, profile, 'darwin').load('one')).toBe('plain-token');
});

test('a keychain that refuses leaves the token in memory, and no older one on disk', async () => {
  await keychainVault(keychain(), profile, 'linux').save('one', 'older-token');
  const refusing = keychain({ encryptStringAsync: () => Promise.reject(new Error('locked')) });
  const vault = keychainVault(refusing, profile, 'linux');
  expect(await vault.save('one', 'plain-token')).toBe('memory');
  expect(await vault.load('one')).toBe('plain-token');
  expect(files()).toEqual([]);
});

test('a keychain that does not even say whether it is there counts as none', async () => {
  const mute = keychain({ isAsyncEncryptionAvailable: () => Promise.reject(new Error('no answer')) });
  const vault = keychainVault(mute, profile, 'linux');
  expect([await vault.keeping(), await vault.save('one', 'plain-token')]).toEqual(['memory', 'memory']);
  expect([await vault.load('one'), await vault.load('two'), files()]).toEqual(['plain-token', null, []]);
});

test('a token that can no longer be opened is none, and its file stays', async () => {
  await keychainVault(keychain(), profile, 'linux').save('one', 'plain-token');
  const refusing = keychain({ decryptStringAsync: () => Promise.reject(new Error('another key')) });
  const moved = keychain({ getSelectedStorageBackend: () => 'kwallet6' });
  const absent = keychain({ isAsyncEncryptionAvailable: () => Promise.resolve(false) });
  for (const encryption of [refusing, moved, absent]) {
    expect(await keychainVault(encryption, profile, 'linux').load('one')).toBeNull();
  }
  expect(files()).toHaveLength(1);
});

test.each(['', 'not JSON', '{}', '{"backend":"gnome_libsecret","version":2,"ciphertext":"YQ=="}'])(
  'a file that holds %j holds no token',
  async (text) => {
    await keychainVault(keychain(), profile, 'linux').save('one', 'plain-token');
    writeFileSync(only(), text);
    expect(await keychainVault(keychain(), profile, 'linux').load('one')).toBeNull();
  },
);

test('a token is encrypted again when the keychain has a better key', async () => {
  await keychainVault(keychain(), profile, 'linux').save('one', 'plain-token');
  const rotated = keychain({
    encryptStringAsync: () => Promise.resolve(Buffer.from('new encryption')),
    decryptStringAsync: () => Promise.resolve({ result: 'plain-token', shouldReEncrypt: true }),
  });
  expect(await keychainVault(rotated, profile, 'linux').load('one')).toBe('plain-token');
  expect(readFileSync(only(), 'utf8')).toContain(Buffer.from('new encryption').toString('base64'));
});

const encryptedByAnOlderKey = { result: 'plain-token', shouldReEncrypt: true };

test('a token is there also where the disk refuses its new encryption', async () => {
  await keychainVault(keychain(), profile, 'linux').save('one', 'plain-token');
  const path = only();
  const rotated = keychain({
    encryptStringAsync: () => {
      // A folder in the place of the file refuses the rename on every system.
      rmSync(path);
      mkdirSync(join(path, 'held'), { recursive: true });
      return Promise.resolve(Buffer.from('new encryption'));
    },
    decryptStringAsync: () => Promise.resolve(encryptedByAnOlderKey),
  });
  expect(await keychainVault(rotated, profile, 'linux').load('one')).toBe('plain-token');
});

test('a token that the keychain does not encrypt again keeps its encryption', async () => {
  await keychainVault(keychain(), profile, 'linux').save('one', 'plain-token');
  const locked = keychain({
    encryptStringAsync: () => Promise.reject(new Error('locked')),
    decryptStringAsync: () => Promise.resolve(encryptedByAnOlderKey),
  });
  expect(await keychainVault(locked, profile, 'linux').load('one')).toBe('plain-token');
  expect(await keychainVault(keychain(), profile, 'linux').load('one')).toBe('plain-token');
});

test('a forgotten token is gone from memory and disk, whatever the id of its connection', async () => {
  const vault = keychainVault(keychain(), profile, 'linux');
  await vault.save('../../escape', 'plain-token');
  expect(files()).toHaveLength(1);
  await vault.forget('../../escape');
  expect(await vault.load('../../escape')).toBeNull();
  expect(files()).toEqual([]);
});

test('a token that the disk does not let go stays in use', async () => {
  const absent = keychain({ isAsyncEncryptionAvailable: () => Promise.resolve(false) });
  const vault = keychainVault(absent, profile, 'linux');
  await vault.save('one', 'plain-token');
  await keychainVault(keychain(), profile, 'linux').save('one', 'plain-token');
  const path = only();
  // A folder in the place of the file refuses the removal on every system.
  rmSync(path);
  mkdirSync(join(path, 'held'), { recursive: true });
  await expect(vault.forget('one')).rejects.toThrow();
  expect(await vault.load('one')).toBe('plain-token');
});

/** A keychain whose questions stay on the screen, and a person's patience that ends when told. */
function unanswered(over: Partial<Encryption> = {}) {
  const answers: (() => void)[] = [];
  const limits: (() => void)[] = [];
  const asked = async <T>(answer: T): Promise<T> => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return answer;
  };
  const encryptStringAsync = (text: string) => asked(Buffer.from([...text].reverse().join('')));
  const vault = keychainVault(keychain({ encryptStringAsync, ...over }), profile, 'linux', {
    after: (_waitMs, work) => void limits.push(work),
  });
  return { vault, answers, loseThePatience: () => limits.splice(0).forEach((reached) => reached()) };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Waits for what late answers write: the vault changes one file after the other. */
const written = (vault: ReturnType<typeof keychainVault>): Promise<void> => turn().then(() => vault.forget('none'));

test('a question that nobody answers keeps the token in memory, and no older one on disk', async () => {
  await keychainVault(keychain(), profile, 'linux').save('one', 'older-token');
  const { vault, answers, loseThePatience } = unanswered();
  const saving = vault.save('one', 'plain-token');
  await expect.poll(() => answers.length).toBe(1);
  loseThePatience();
  expect(await saving).toBe('memory');
  expect([await vault.load('one'), files()]).toEqual(['plain-token', []]);
});

test('a token whose question is answered late is encrypted then', async () => {
  const { vault, answers, loseThePatience } = unanswered();
  const saving = vault.save('one', 'plain-token');
  await expect.poll(() => answers.length).toBe(1);
  loseThePatience();
  await saving;
  answers[0]!();
  await expect.poll(files).toEqual([expect.stringMatching(/\.json$/)]);
  expect(await keychainVault(keychain(), profile, 'linux').load('one')).toBe('plain-token');
});

test('a late answer brings back no token that was forgotten, and none that another one followed', async () => {
  const { vault, answers, loseThePatience } = unanswered();
  const saving = [vault.save('one', 'first-token'), vault.save('two', 'plain-token')];
  await expect.poll(() => answers.length).toBe(2);
  loseThePatience();
  await Promise.all(saving);
  await vault.forget('two');
  const later = vault.save('one', 'last-token');
  await expect.poll(() => answers.length).toBe(3);
  answers[2]!();
  expect(await later).toBe('sealed');
  for (const answer of answers) answer();
  await written(vault);
  expect([files().length, await vault.load('two')]).toEqual([1, null]);
  expect(await keychainVault(keychain(), profile, 'linux').load('one')).toBe('last-token');
});

test('a keychain that does not say in time whether it is there counts as none', async () => {
  const { vault, loseThePatience } = unanswered({
    isAsyncEncryptionAvailable: () => new Promise<never>(() => undefined),
  });
  const keeping = vault.keeping();
  const saving = vault.save('one', 'plain-token');
  await turn();
  loseThePatience();
  expect([await keeping, await saving, await vault.load('one')]).toEqual(['memory', 'memory', 'plain-token']);
});

test('a token is there also where nobody answers the question for its new encryption', async () => {
  await keychainVault(keychain(), profile, 'linux').save('one', 'plain-token');
  const { vault, answers, loseThePatience } = unanswered({
    decryptStringAsync: () => Promise.resolve(encryptedByAnOlderKey),
  });
  const loading = vault.load('one');
  await expect.poll(() => answers.length).toBe(1);
  loseThePatience();
  expect(await loading).toBe('plain-token');
  await vault.forget('one');
  answers[0]!();
  await written(vault);
  expect(files()).toEqual([]);
});
