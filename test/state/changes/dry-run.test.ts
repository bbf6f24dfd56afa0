import { expect, test } from 'vitest';
import type { DryRun } from '../../../src/contract/changes.ts';
import type { SyncStatus } from '../../../src/contract/connections.ts';
import { changeSetId, fileId } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { ChangesState } from '../../../src/state/changes/changes.svelte.ts';
import { aConnection, connectionA, uuid } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';
import { atRest } from './change-sets.ts';

const set = { id: changeSetId.parse(uuid(1)), title: 'Rename aurora.png' };

const aDryRun = (files: number, wouldApply = files): DryRun => ({
  against: 'service',
  cannotRead: false,
  asOfMs: 5,
  counts: { wouldApply, alreadyThere: 0, conflict: 0, wouldGiveWay: 0, refused: 0, gone: 0, unread: 0, unknown: 0 },
  files: Array.from({ length: files }, (_, place) => ({
    key: { network: 'public', id: fileId.parse(`f${place}`) },
    fileName: `${place}.png`,
    verdict: 'wouldApply',
    reason: null,
    fields: [],
  })),
});

const dryRunOf = (bridge: ReturnType<typeof fakeBridge>) => new ChangesState(portsOf(bridge)).dryRun;

test('runs dry everything that waits, or one change set', async () => {
  const bridge = fakeBridge({ 'changes.dryRun': () => ok(aDryRun(2)) });
  const dryRun = dryRunOf(bridge);
  await dryRun.run(null);
  await dryRun.run(set);
  expect(bridge.asked).toEqual([
    { name: 'changes.dryRun', input: { connectionId: connectionA, changeSetIds: null } },
    { name: 'changes.dryRun', input: { connectionId: connectionA, changeSetIds: [set.id] } },
  ]);
});

test('is open and busy until the answer comes', async () => {
  const slow = later<'changes.dryRun'>();
  const dryRun = dryRunOf(fakeBridge({ 'changes.dryRun': () => slow.reply }));
  const stands = () => [dryRun.isOpen, dryRun.isAsking, dryRun.result?.asOfMs ?? null];
  const before = stands();
  const running = dryRun.run(null);
  const during = stands();
  slow.arrive(aDryRun(1));
  await running;
  expect([before, during, stands()]).toEqual([
    [false, false, null],
    [true, true, null],
    [true, false, 5],
  ]);
});

test('an answer that comes after it was put away is not shown', async () => {
  const slow = later<'changes.dryRun'>();
  const dryRun = dryRunOf(fakeBridge({ 'changes.dryRun': () => slow.reply }));
  const running = dryRun.run(null);
  dryRun.close();
  slow.arrive(aDryRun(1));
  await running;
  expect([dryRun.isOpen, dryRun.isAsking, dryRun.result]).toEqual([false, false, null]);
});

test('shows a dozen files of a verdict, then a hundred more at a time, and counts those beyond the list', async () => {
  const dryRun = dryRunOf(fakeBridge({ 'changes.dryRun': () => ok(aDryRun(250, 5_000)) }));
  await dryRun.run(null);
  const seen = () =>
    dryRun.groups.map(({ verdict, shown, files, count }) => [verdict, shown.length, files.length, count]);
  const first = seen();
  dryRun.more('wouldApply');
  const second = seen();
  dryRun.more('wouldApply');
  dryRun.more('wouldApply');
  expect([...first, ...second, ...seen(), dryRun.files]).toEqual([
    ['wouldApply', 12, 250, 5_000],
    ['wouldApply', 112, 250, 5_000],
    ['wouldApply', 250, 250, 5_000],
    5_000,
  ]);
});

test('what failed is said, and running again asks the same', async () => {
  const bridge = fakeBridge({ 'changes.dryRun': () => fail({ kind: 'notFound' }) });
  const dryRun = dryRunOf(bridge);
  await dryRun.run(set);
  const failed = dryRun.failure;
  bridge.answer('changes.dryRun', () => ok(aDryRun(1)));
  await dryRun.again();
  expect([failed, dryRun.failure, dryRun.of, dryRun.files]).toEqual([{ kind: 'notFound' }, null, set, 1]);
});

test('says when changes have moved since, which a try that failed does not', async () => {
  const counts = { open: 2, needsYou: 0, waiting: 2, held: 0, sent: 0, discarded: 0 };
  const bridge = fakeBridge({
    'changes.dryRun': () => ok(aDryRun(1)),
    'changes.counts': () => ok(counts),
    'changes.list': () => ok({ rows: [], count: 0, groups: [] }),
  });
  const changes = new ChangesState(portsOf(bridge));
  await changes.open('waiting');
  await changes.dryRun.run(null);
  await changes.refresh();
  const before = changes.dryRun.isOutdated;
  bridge.answer('changes.counts', () => ok({ ...counts, waiting: 1, sent: 1 }));
  await changes.refresh();
  expect([before, changes.dryRun.isOutdated]).toEqual([false, true]);
  await changes.dryRun.again();
  expect(changes.dryRun.isOutdated).toBe(false);
});

test('says when files of the one change set have been sent since, which leaves the number of change sets', async () => {
  let waiting = 3_000;
  const bridge = fakeBridge({
    'changes.dryRun': () => ok(aDryRun(1, waiting)),
    'connections.list': () =>
      ok([{ connection: aConnection(), status: { ...atRest, counts: { ...atRest.counts, waiting } } }]),
  });
  const ports = portsOf(bridge);
  await ports.app.connections.load();
  const { dryRun } = new ChangesState(ports);
  await dryRun.run(null);
  await ports.app.connections.load();
  const before = dryRun.isOutdated;
  waiting = 1_000;
  await ports.app.connections.load();
  const after = dryRun.isOutdated;
  const running = dryRun.again();
  const during = dryRun.isOutdated;
  await running;
  expect([before, after, during, dryRun.isOutdated]).toEqual([false, true, false, false]);
  waiting = 0;
  await ports.app.connections.load();
  const open = dryRun.isOutdated;
  dryRun.close();
  expect([open, dryRun.isOutdated]).toEqual([true, false]);
});

test('keeps how the connection stood at the answer, because the network may be back while somebody reads', async () => {
  let network: SyncStatus['network'] = 'down';
  const bridge = fakeBridge({
    'changes.dryRun': () => ok({ ...aDryRun(1), against: 'copy' }),
    'connections.list': () => ok([{ connection: aConnection(), status: { ...atRest, network } }]),
  });
  const ports = portsOf(bridge);
  await ports.app.connections.load();
  const { dryRun } = new ChangesState(ports);
  await dryRun.run(null);
  network = 'up';
  await ports.app.connections.load();
  expect(dryRun.statusThen?.network).toBe('down');
  await dryRun.again();
  expect(dryRun.statusThen?.network).toBe('up');
});
