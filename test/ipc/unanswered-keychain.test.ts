import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import { temporaryDirectory } from '../support/database.ts';
import { standaloneService } from '../support/standalone-service.ts';
import { started } from './running-core.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** The second start of a profile, over a keychain that asks before it opens a token, and a person who is not there. */
async function startedAgain() {
  const profileDirectory = temporaryDirectory();
  const memory = memoryVault();
  const service = await standaloneService({ files: 2 });
  const before = await started({ profileDirectory, vault: memory });
  const { id } = await before.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 'a-token' });
  await before.core.close();
  const answers: (() => void)[] = [];
  const load: typeof memory.load = async (name) => {
    const kept = await memory.load(name);
    if (kept !== null) await new Promise<void>((resolve) => answers.push(resolve));
    return kept;
  };
  const disk = { refuses: false };
  const forget: typeof memory.forget = async (name) => {
    if (disk.refuses) throw new Error('it is held');
    await memory.forget(name);
  };
  const one = await started({ profileDirectory, vault: { ...memory, load, forget } });
  onTestFinished(() => answers.forEach((answer) => answer()));
  await expect.poll(() => answers.length).toBe(1);
  return { one, id, answers, disk, memory, name: `${id} ${service.origin}` };
}

const mode = ([first]: readonly { readonly status: { readonly mode: string } }[]) => first?.status.mode;

test.each([true, false])('a sign-out waits for no keychain that opens the token: %s', async (wipeCopy) => {
  const { one, id, answers, memory, name } = await startedAgain();
  await one.get('connections.signOut', { id, wipeCopy });
  expect(await memory.load(name)).toBeNull();
  answers.forEach((answer) => answer());
  expect(mode(await one.get('connections.list', null))).toBe(wipeCopy ? undefined : 'noToken');
});

test('a sign-out waits for no earlier change that waits for the keychain', async () => {
  const { one, id, answers, memory, name } = await startedAgain();
  const rebuilding = one.get('connections.rebuildCopy', { id });
  await expect.poll(() => answers.length).toBeGreaterThan(1);
  await one.get('connections.signOut', { id, wipeCopy: false });
  expect([await rebuilding, await memory.load(name)]).toEqual([null, null]);
  answers.forEach((answer) => answer());
  await one.until('connections.list', null, (list) => mode(list) === 'noToken');
});

test('the end of the program waits for no keychain', async () => {
  const { one, id, answers, memory, name } = await startedAgain();
  const rebuilding = one.ask('connections.rebuildCopy', { id }).catch(() => null);
  await one.core.close();
  await rebuilding;
  expect([answers.length > 0, await memory.load(name)]).toEqual([true, 'a-token']);
});

test('a token that a sign-out could not remove is used once the keychain answers', async () => {
  const { one, id, answers, disk } = await startedAgain();
  disk.refuses = true;
  expect(await one.ask('connections.signOut', { id, wipeCopy: false })).toMatchObject({
    failure: { problem: 'tokenStays' },
  });
  await expect.poll(() => answers.length).toBeGreaterThan(1);
  answers.forEach((answer) => answer());
  await one.until('connections.list', null, (list) => mode(list) === 'running');
});
