import { expect, test, vi } from 'vitest';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import { temporaryDirectory } from '../support/database.ts';
import { standaloneService } from '../support/standalone-service.ts';
import { started } from './running-core.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A connection over a keychain that asks the person before it keeps the next token. */
async function connected() {
  const service = await standaloneService();
  const memory = memoryVault();
  let asked = 0;
  const waiting = { answer: Promise.resolve() };
  const save: typeof memory.save = async (...given) => {
    const { answer } = waiting;
    waiting.answer = Promise.resolve();
    asked += 1;
    await answer;
    return await memory.save(...given);
  };
  const profileDirectory = temporaryDirectory();
  const one = await started({ profileDirectory, vault: { ...memory, save } });
  const { id } = await one.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 'a-token' });
  const before = asked;
  const holdNext = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.answer = promise;
    return resolve;
  };
  return { one, id, holdNext, asks: () => asked - before, kept: () => memory.load(`${id} ${service.origin}`) };
}

/** Nobody can see that a question does not come to the keychain yet. */
const timeToArrive = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));

test('a token that was still on its way into the keychain is gone after the sign-out', async () => {
  const { one, id, holdNext, asks, kept } = await connected();
  const allow = holdNext();
  const replacing = one.get('connections.replaceToken', { id, token: 'another-token' });
  await expect.poll(asks).toBe(1);
  const leaving = one.get('connections.signOut', { id, wipeCopy: false });
  await timeToArrive();
  allow();
  await Promise.all([leaving, replacing]);
  expect(await kept()).toBeNull();
  await one.until('connections.list', null, ([first]) => first?.status.mode === 'noToken');
});

test('of two new tokens the later one is kept, as its account is', async () => {
  const { one, id, holdNext, asks, kept } = await connected();
  const allow = holdNext();
  const first = one.get('connections.replaceToken', { id, token: 'token-of-before' });
  await expect.poll(asks).toBe(1);
  const second = one.get('connections.replaceToken', { id, token: 'last-token' });
  await timeToArrive();
  allow();
  await Promise.all([first, second]);
  expect(await kept()).toBe('last-token');
});

test('a sign-out that follows a new token at once is the last word', async () => {
  const { one, id, kept } = await connected();
  const replacing = one.get('connections.replaceToken', { id, token: 'another-token' });
  await Promise.all([replacing, one.get('connections.signOut', { id, wipeCopy: true })]);
  expect([await one.get('connections.list', null), await kept()]).toEqual([[], null]);
});

test('a move that follows a new token at once has its own token at its own address', async () => {
  const { one, id, kept } = await connected();
  const elsewhere = await standaloneService();
  const replacing = one.get('connections.replaceToken', { id, token: 'another-token' });
  await Promise.all([replacing, one.get('connections.move', { id, baseUrl: elsewhere.baseUrl, token: 'the-last' })]);
  expect([await kept(), await one.vault.load(`${id} ${elsewhere.origin}`)]).toEqual([null, 'the-last']);
});
