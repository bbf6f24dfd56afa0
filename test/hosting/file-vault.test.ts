import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { redactingVault, memoryVault } from '../../electron/hosting/memory-vault.ts';
import { fileVault } from '../../electron/hosting/file-vault.ts';
import { isOwnersOnly } from './owner-only.ts';

const subject = new URL('../../electron/hosting/file-vault.ts', import.meta.url).href;

let profile: string;
beforeEach(() => void (profile = mkdtempSync(join(tmpdir(), 'pinfold-vault-'))));
afterEach(() => rmSync(profile, { recursive: true }));
const path = (): string => join(profile, 'tokens.json');

test('a token in memory is gone with the vault', async () => {
  const vault = memoryVault();
  expect(await vault.save('one', 'token-1')).toBe('memory');
  expect(await vault.load('one')).toBe('token-1');
  expect(await memoryVault().load('one')).toBeNull();
  await vault.forget('one');
  expect(await vault.load('one')).toBeNull();
});

test('a token in a file is there at the next start, for its owner only', async () => {
  expect(await fileVault(profile).save('one', 'token-1')).toBe('file');
  expect(await fileVault(profile).load('one')).toBe('token-1');
  expect(await fileVault(profile).load('two')).toBeNull();
  expect(isOwnersOnly(path())).toBe(true);
});

test('a forgotten token is nowhere in the file', async () => {
  const vault = fileVault(profile);
  await vault.save('one', 'token-1');
  await vault.save('two', 'token-2');
  await vault.forget('one');
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({ version: 1, tokens: [['two', 'token-2']] });
});

test('changes at the same time keep each other', async () => {
  const vault = fileVault(profile);
  await Promise.all(['one', 'two', 'three'].map((id) => vault.save(id, `token-${id}`)));
  expect(await Promise.all(['one', 'two', 'three'].map(vault.load))).toEqual(['token-one', 'token-two', 'token-three']);
});

test.each(['', 'not JSON', '{"version":2,"tokens":[]}', '{"version":1,"tokens":[["one",1]]}'])(
  'a file that holds %j holds no token',
  async (text) => {
    writeFileSync(path(), text);
    expect(await fileVault(profile).load('one')).toBeNull();
  },
);

test('a connection may have any id', async () => {
  const vault = fileVault(profile);
  await vault.save('__proto__', 'token-1');
  expect(await vault.load('__proto__')).toBe('token-1');
  expect(await vault.load('constructor')).toBeNull();
});

test('nothing is written while nothing is kept', async () => {
  await fileVault(profile).load('one');
  expect(existsSync(path())).toBe(false);
});

test('every token that passes is hidden from the log', async () => {
  const hidden: string[] = [];
  await fileVault(profile).save('old', 'from-the-file');
  const vault = redactingVault(fileVault(profile), (token) => hidden.push(token));
  await vault.save('new', 'just-given');
  await vault.load('old');
  await vault.load('none');
  expect(hidden).toEqual(['just-given', 'from-the-file']);
});

test('forgetting a token that the file does not hold writes nothing, which a full disk could refuse', async () => {
  const vault = fileVault(profile);
  await vault.forget('one');
  expect(existsSync(path())).toBe(false);
});

/** A process that ends in the midst of a save: the new file is whole, and has its name no more to get. */
const endingWhileItSaves = (directory: string): string => `
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  fs.rename = () => process.kill(process.pid, 'SIGKILL');
  syncBuiltinESMExports();
  const { fileVault } = await import(${JSON.stringify(subject)});
  await fileVault(${JSON.stringify(directory)}).save('one', 'token-1');
`;

test('a sign-out takes away what an end in the midst of a save left beside the file: the token stands in it', async () => {
  spawnSync(process.execPath, ['--input-type=module', '--eval', endingWhileItSaves(profile)]);
  const [left = ''] = readdirSync(profile);
  expect(readFileSync(join(profile, left), 'utf8')).toContain('token-1');
  writeFileSync(join(profile, '.notes.part'), 'of the person');
  await fileVault(profile).forget('one');
  expect(readdirSync(profile)).toEqual(['.notes.part']);
});
