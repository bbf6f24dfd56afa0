import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KnownSignature } from '../../../src/contract/signatures.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { SignatureState } from '../../../src/state/signatures/signature.svelte.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Beyond the rest between two looks. */
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000);

const hostGone = { kind: 'hostGone' } as const;
const fetched = (status: 'valid' | 'noMatch'): KnownSignature => ({
  ...{ kind: 'fetched', signature: '0x1', fetchedAtMs: 1, status, checkedAtMs: 1, address: null, date: null },
});

test('what changed while a fetch went on is shown when the fetch fails', async () => {
  const slow = later<'signatures.fetch'>();
  const bridge = fakeBridge({ 'signatures.get': () => ok(fetched('valid')), 'signatures.fetch': () => slow.reply });
  const signature = new SignatureState(portsOf(bridge));
  const stop = signature.watch();
  await signature.load('public', 'first');
  const fetching = signature.fetch('public', 'first');
  bridge.answer('signatures.get', () => ok(fetched('noMatch')));
  bridge.announce('signatures.changed');
  await settled();
  expect(signature.known).toEqual(fetched('valid'));
  slow.fail(hostGone);
  await fetching;
  expect([signature.known, signature.failure, signature.isFetching]).toEqual([fetched('noMatch'), hostGone, false]);
  stop();
});

test('the signature that was asked for before a fetch is shown when the fetch fails', async () => {
  const first = later<'signatures.get'>();
  const bridge = fakeBridge({ 'signatures.get': () => first.reply, 'signatures.fetch': () => fail(hostGone) });
  const signature = new SignatureState(portsOf(bridge));
  void signature.load('public', 'first');
  const fetching = signature.fetch('public', 'first');
  first.arrive(fetched('valid'));
  await fetching;
  expect([signature.known, signature.failure]).toEqual([fetched('valid'), hostGone]);
});

test('a fetch that fails once its content was left asks for nothing', async () => {
  const slow = later<'signatures.fetch'>();
  const bridge = fakeBridge({
    'signatures.get': () => ok({ kind: 'notFetched' }),
    'signatures.fetch': () => slow.reply,
  });
  const signature = new SignatureState(portsOf(bridge));
  const fetching = signature.fetch('public', 'first');
  await signature.load('public', 'second');
  slow.fail(hostGone);
  await fetching;
  const asked = bridge.asked.filter(({ name }) => name === 'signatures.get').map(({ input }) => input);
  expect(asked).toMatchObject([{ cid: 'second' }]);
  expect(signature.failure).toBeNull();
});

test('why the content on screen could not be fetched stays, whatever becomes of a fetch that was left', async () => {
  const slow = later<'signatures.fetch'>();
  const bridge = fakeBridge({
    'signatures.get': () => ok({ kind: 'notFetched' }),
    'signatures.fetch': ({ cid }) => (cid === 'first' ? slow.reply : fail(hostGone)),
  });
  const signature = new SignatureState(portsOf(bridge));
  const fetching = signature.fetch('public', 'first');
  await signature.load('public', 'second');
  await signature.fetch('public', 'second');
  slow.arrive(fetched('valid'));
  await fetching;
  expect([signature.known, signature.failure]).toEqual([{ kind: 'notFetched' }, hostGone]);
});
