import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../../src/domain/activity/activity.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { ActivityState } from '../../../src/state/activity/activity.svelte.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const entry = (id: string): ActivityEntry => ({
  ...{ id, atMs: 1, origin: 'elsewhere', day: null },
  about: { kind: 'filesGone', files: 1, fromMs: 0, requests: [] },
});

function anActivity() {
  const bridge = fakeBridge({ 'activity.list': () => ok({ entries: [entry('e2'), entry('e1')], isMore: true }) });
  const ports = portsOf(bridge);
  const { router } = ports.app;
  router.go({ kind: 'activity', id: null, origin: null, day: null }, ports.connectionId);
  const asked = () => bridge.asked.flatMap(({ name, input }) => (name === 'activity.list' ? [input] : []));
  return { bridge, router, asked, activity: new ActivityState(ports) };
}

test('the address says whose activity is listed and which entry is open', async () => {
  const { activity, asked, router } = anActivity();
  const stop = activity.watch();
  await eventually(() => expect(activity.entries).toHaveLength(2));
  router.go({ kind: 'activity', id: 'e1', origin: 'elsewhere', day: null });
  await eventually(() => expect(asked().at(-1)).toMatchObject({ origin: 'elsewhere', limit: 100 }));
  expect([activity.origin, activity.opened?.id]).toEqual(['elsewhere', 'e1']);
  activity.open(entry('e2'));
  expect(router.target).toEqual({ kind: 'activity', id: 'e2', origin: 'elsewhere', day: null });
  router.go({ kind: 'activity', id: 'e99', origin: null, day: null });
  expect(activity.opened).toBeNull();
  stop();
});

test('earlier entries are added to those that are listed, and an announcement asks for as many again', async () => {
  const { activity, asked, bridge } = anActivity();
  const stop = activity.watch();
  await eventually(() => expect(activity.isMore).toBe(true));
  await activity.showEarlier();
  expect(asked().at(-1)).toMatchObject({ limit: 200 });
  bridge.announce('activity.changed');
  await eventually(() => expect(asked().filter((one) => (one as { limit: number }).limit === 200)).toHaveLength(2));
  stop();
});

test('all that is kept of the day and origin is there to be saved, however little of it is listed', async () => {
  const { activity, asked, bridge, router } = anActivity();
  router.go({ kind: 'activity', id: null, origin: 'elsewhere', day: '2026-01-05' });
  bridge.answer('activity.list', () => ok({ entries: [entry('e9')], isMore: false }));
  expect((await activity.all())?.map(({ id }) => id)).toEqual(['e9']);
  expect(asked()).toEqual([expect.objectContaining({ origin: 'elsewhere', day: '2026-01-05', limit: 5_000 })]);
  expect(activity.entries).toBeNull();
  bridge.answer('activity.list', () => fail({ kind: 'hostGone' }));
  expect([await activity.all(), activity.failure]).toEqual([null, { kind: 'hostGone' }]);
  bridge.answer('activity.list', () => ok({ entries: [entry('e9')], isMore: false }));
  const meanwhile = activity.all();
  await activity.load();
  expect([(await meanwhile)?.length, activity.failure]).toEqual([1, null]);
});

test('entries of before stay where they cannot be had anew, and not under another filter', async () => {
  const { activity, bridge, router } = anActivity();
  await activity.load();
  bridge.answer('activity.list', () => fail({ kind: 'hostGone' }));
  await activity.load();
  const kept = activity.entries?.length;
  router.go({ kind: 'activity', id: 'e1', origin: 'elsewhere', day: null });
  await activity.load();
  const under = [activity.entries, activity.isMore, activity.opened, activity.failure];
  router.go({ kind: 'activity', id: 'e1', origin: null, day: null });
  await activity.load();
  expect([kept, under, activity.entries?.length]).toEqual([2, [null, false, null, { kind: 'hostGone' }], 2]);
});
