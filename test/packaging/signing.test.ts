import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signingFrom, withSigning } from '../../electron/package/signing.mjs';
import { temporaryDirectory } from '../support/database.ts';

test('where the repository has a certificate, the builder looks for the identity in it', () => {
  const env = { HOME: '/home/ann', CSC_LINK: 'TUlJ', CSC_KEY_PASSWORD: 'secret' };
  expect(signingFrom(env)).toEqual(env);
});

test('a secret that the repository does not have is an empty variable: the builder would take it for a path', () => {
  const env = { HOME: '/home/ann', CSC_LINK: '', CSC_KEY_PASSWORD: '' };
  expect(signingFrom(env)).toEqual({ HOME: '/home/ann', CSC_IDENTITY_AUTO_DISCOVERY: 'false' });
});

test('on the machine of a person, who has no such variable, the builder looks in the keychain', () => {
  expect(signingFrom({ HOME: '/home/ann' })).toEqual({ HOME: '/home/ann' });
});

/** Packs for a moment, and says what the builder would find. */
async function whilePacking(env: NodeJS.ProcessEnv) {
  let path = '';
  const found = await withSigning({ RUNNER_TEMP: temporaryDirectory(), ...env }, (signing) => {
    path = signing['APPLE_API_KEY'] ?? '';
    const isFile = path !== '' && existsSync(path);
    return Promise.resolve(isFile ? { text: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o777 } : path);
  });
  return { found, isLeft: path !== '' && existsSync(path) };
}

test('the key for notarizing is a file while the builder runs, which nobody else reads, and gone afterwards', async () => {
  const text = '-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----\n';
  const mode = process.platform === 'win32' ? 0o666 : 0o600;
  expect(await whilePacking({ APPLE_API_KEY: text })).toEqual({ found: { text, mode }, isLeft: false });
  const kept: string[] = [];
  const failing = withSigning({ RUNNER_TEMP: temporaryDirectory(), APPLE_API_KEY: text }, (signing) => {
    kept.push(signing['APPLE_API_KEY'] ?? '');
    return Promise.reject(new Error('no more room'));
  });
  await expect(failing).rejects.toThrow('no more room');
  expect(kept.map((path) => existsSync(path))).toEqual([false]);
});

test('a path to the key, and no key at all, stay as they are', async () => {
  expect(await whilePacking({ APPLE_API_KEY: '/keys/AuthKey.p8' })).toEqual({
    found: '/keys/AuthKey.p8',
    isLeft: false,
  });
  expect(await whilePacking({ APPLE_API_KEY: '' })).toEqual({ found: '', isLeft: false });
});
