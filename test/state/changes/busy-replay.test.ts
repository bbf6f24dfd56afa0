import { expect, test, vi } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { ChangesState } from '../../../src/state/changes/changes.svelte.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';
import { aDetail, aSet, setA } from './change-sets.ts';

test('the opened set follows a replay that announces changes faster than the set can be read', async () => {
  vi.useFakeTimers();
  const bridge = fakeBridge({
    'changes.counts': () => ok({ open: 1, needsYou: 0, waiting: 1, held: 0, sent: 0, discarded: 0 }),
    'changes.list': () => ok({ rows: [aSet({ queued: 1 })], count: 1, groups: [] }),
    'changes.set': () => ok({ row: aSet({ queued: 1 }), edits: [aDetail()] }),
    'changes.conflicts': () => ok([]),
  });
  const changes = new ChangesState(portsOf(bridge));
  const stop = changes.watch();
  await changes.opened.open(setA);
  bridge.answer('changes.set', async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return ok({ row: aSet({ settled: 1 }), edits: [] });
  });
  for (let told = 0; told < 10; told += 1) {
    bridge.announce('changes.changed');
    await vi.advanceTimersByTimeAsync(120);
  }
  expect(changes.opened.row?.settled).toBe(1);
  stop();
  vi.useRealTimers();
});
