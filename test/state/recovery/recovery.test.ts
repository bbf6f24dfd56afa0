import { expect, test, vi } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { RecoveryState } from '../../../src/state/recovery/recovery.svelte.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';

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

test('the page begins anew once, and shows the phase of before until it does', async () => {
  const answer = later<'recovery.startFresh'>();
  const damaged = { kind: 'damaged', path: 'outbox.db', detail: 'a page is damaged' } as const;
  const bridge = fakeBridge({ 'recovery.phase': () => ok(damaged), 'recovery.startFresh': () => answer.reply });
  const seen: string[] = [];
  const recovery: RecoveryState = new RecoveryState(bridge, () => seen.push(recovery.phase.kind));
  await recovery.load();
  recovery.watch();
  const started = recovery.startFresh();
  bridge.answer('recovery.phase', () => ok({ kind: 'running' }));
  bridge.announce('phase.changed');
  answer.arrive(null);
  await started;
  await Promise.resolve();
  bridge.announce('phase.changed');
  await vi.waitFor(() => expect(bridge.asked.filter(({ name }) => name === 'recovery.phase')).toHaveLength(3));
  expect(seen).toEqual(['damaged']);
});
