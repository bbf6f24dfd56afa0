import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { ChangesState } from '../../../src/state/changes/changes.svelte.ts';
import { uuid } from '../../support/builders.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';
import { aDetail, aSet, setA } from './change-sets.ts';

test('the list of change sets follows the address to a tab and an opened set', async () => {
  const bridge = fakeBridge({
    'changes.counts': () => ok({ open: 0, needsYou: 0, waiting: 0, held: 0, sent: 0, discarded: 0 }),
    'changes.list': () => ok({ rows: [], count: 0, groups: [] }),
    'changes.set': () => fail({ kind: 'notFound' }),
    'changes.conflicts': () => ok([]),
  });
  const ports = portsOf(bridge);
  const changes = new ChangesState(ports);
  const { router } = ports.app;
  router.go({ kind: 'changes', id: null, tab: 'held' });
  const stop = changes.watch();
  await expect.poll(() => changes.tab).toBe('open');
  router.go({ kind: 'changes', id: uuid(1), tab: 'sent' });
  await expect.poll(() => [changes.tab, changes.opened.id]).toEqual(['sent', uuid(1)]);
  stop();
  router.go({ kind: 'changes', id: null, tab: 'held' });
  expect(changes.opened.id).toBe(uuid(1));
});

test('a list that cannot be read says why, and the set that is open stays', async () => {
  const bridge = fakeBridge({
    'changes.counts': () => ok({ open: 1, needsYou: 0, waiting: 1, held: 0, sent: 0, discarded: 0 }),
    'changes.list': () => fail({ kind: 'hostGone' }),
    'changes.set': () => ok({ row: aSet({ queued: 1 }), edits: [aDetail()] }),
    'changes.conflicts': () => ok([]),
  });
  const changes = new ChangesState(portsOf(bridge));
  await changes.opened.open(setA);
  await changes.open(null);
  expect([changes.sets.failure, changes.opened.row?.id]).toEqual([{ kind: 'hostGone' }, setA]);
});
