import { expect, test } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { ChangesState } from '../../../src/state/changes/changes.svelte.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';
import { aSet } from './change-sets.ts';

test('the parts of the list are those of its rows, although an answer to an earlier search comes last', async () => {
  const groups = [{ group: 'waiting' as const, sets: 1 }];
  const bridge = fakeBridge({
    'changes.counts': () => ok({ open: 1, needsYou: 0, waiting: 1, held: 0, sent: 0, discarded: 0 }),
    'changes.list': () => ok({ rows: [aSet({ queued: 1 })], count: 1, groups }),
  });
  const changes = new ChangesState(portsOf(bridge));
  await changes.open('waiting');
  const earlier = later<'changes.list'>();
  bridge.answer('changes.list', () => earlier.reply);
  const finding = changes.find('a');
  bridge.answer('changes.list', () => ok({ rows: [aSet({ queued: 1 })], count: 1, groups }));
  await changes.find('aurora');
  earlier.arrive({ rows: [aSet()], count: 1, groups: [{ group: 'needsYou', sets: 7 }] });
  await finding;
  expect(changes.groups).toEqual(groups);
});
