import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { RecoveryState } from '../../../src/state/recovery/recovery.svelte.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';

const broken = { kind: 'unexpected', reference: 'r-1' } as const;
const state = (bridge: ReturnType<typeof fakeBridge>): RecoveryState => new RecoveryState(bridge, () => undefined);

test('copies that cannot be listed are told, and are not none', async () => {
  const bridge = fakeBridge({ 'recovery.copies': () => fail(broken) });
  const recovery = state(bridge);
  await recovery.loadCopies();
  expect([recovery.copies, recovery.failure]).toEqual([null, broken]);
  bridge.answer('recovery.copies', () => ok({ copies: [] }));
  await recovery.loadCopies();
  expect([recovery.copies, recovery.failure]).toEqual([[], null]);
});

test('contents that cannot be read are told', async () => {
  const recovery = state(fakeBridge({ 'recovery.contents': () => fail(broken) }));
  await recovery.loadContents();
  expect([recovery.contents, recovery.failure]).toEqual([null, broken]);
});
