import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileVault } from '../../electron/hosting/file-vault.ts';
import { storedTokens } from '../../electron/hosting/stored-tokens.ts';
import { webHostVault } from '../../electron/web-host/web-host-vault.ts';
import { temporaryDirectory } from '../support/database.ts';

/** A profile whose two connections have a token of each kind of start. */
async function profileWithTokens(): Promise<string> {
  const profile = temporaryDirectory();
  const sealed = storedTokens(join(profile, 'tokens'));
  for (const id of ['one', 'two']) {
    await fileVault(profile).save(id, `token-${id}`);
    await sealed.newVersion(id).write('{}');
  }
  return profile;
}

test.each([true, false])(
  'who signs out in a web host that keeps tokens (%s) is signed out of every start of the profile',
  async (keepsTokens) => {
    const profile = await profileWithTokens();
    const vault = webHostVault(profile, keepsTokens);
    await vault.save('one', 'newer-token');
    await vault.forget('one');
    expect(await vault.load('one')).toBeNull();
    expect(readFileSync(join(profile, 'tokens.json'), 'utf8')).toBe('{"version":1,"tokens":[["two","token-two"]]}');
    expect(readdirSync(join(profile, 'tokens'))).toHaveLength(1);
  },
);

test('without --keep-token none is read from a file, and none is written', async () => {
  const profile = await profileWithTokens();
  const vault = webHostVault(profile, false);
  expect([await vault.load('one'), await vault.save('three', 'token-three')]).toEqual([null, 'memory']);
  expect(readFileSync(join(profile, 'tokens.json'), 'utf8')).not.toContain('three');
  const fresh = temporaryDirectory();
  await webHostVault(fresh, false).save('one', 'token-one');
  await webHostVault(fresh, false).forget('one');
  expect([existsSync(join(fresh, 'tokens.json')), existsSync(join(fresh, 'tokens'))]).toEqual([false, false]);
});

test('who signs out is signed out of what an end in the midst of a save left in the folder of tokens, too', async () => {
  const profile = await profileWithTokens();
  writeFileSync(join(profile, 'tokens', '.0b4ff4ac-93e4-4f0a-9d0c-2f9f6f7a3c11.part'), 'encrypted');
  await webHostVault(profile, false).forget('one');
  expect(readdirSync(join(profile, 'tokens'))).toEqual([expect.stringMatching(/\.json$/)]);
});
