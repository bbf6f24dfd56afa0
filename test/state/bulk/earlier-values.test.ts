import { expect, test } from 'vitest';
import type { Plan } from '../../../src/contract/bulk.ts';
import type { PlannedFile } from '../../../src/domain/edits/bulk.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { TableImportState } from '../../../src/state/bulk/table-import.svelte.ts';
import { pageClock } from '../../../src/state/app/clock.svelte.ts';
import { fileOf, uuid } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const plan: Plan = {
  ...{ planId: 1, title: 'Import a table for 2 files', files: 2, changed: 2, unfit: 0, outdated: 0 },
  ...{ problems: [], problemCount: 0 },
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const planned: PlannedFile = { key: fileOf(), name: 'aurora.png', changes: [], outdated: [], problem: null };
const rows = () => ok({ rows: [planned, planned] });
const clock = { ...pageClock, uuid: () => uuid(70) };

test('a table is planned anew with its earlier values, and nothing is queued meanwhile', async () => {
  const slow = later<'table.import'>();
  const again: Plan = { ...plan, planId: 2, outdated: 0 };
  const replies = [ok({ ...plan, outdated: 1 }), slow.reply];
  const bridge = fakeBridge({ 'table.import': () => replies.shift()!, 'bulk.window': rows });
  const table = new TableImportState(portsOf(bridge), clock);
  table.open();
  await table.read('edited.csv', bytes('id'));
  const planning = table.putBack(true);
  expect([table.putsBack, await table.apply(), table.isOpen]).toEqual([true, false, true]);
  slow.arrive(again);
  await planning;
  expect([table.preview?.plan, table.putsBack]).toEqual([again, true]);
  const imports = bridge.asked.flatMap((one) => (one.name === 'table.import' ? [one.input] : []));
  expect(imports).toMatchObject([
    { text: 'id', putsBack: false },
    { text: 'id', putsBack: true },
  ]);
});

test('the box for earlier values goes back where the plan cannot be made, and the preview stays', async () => {
  const tooLarge = { kind: 'planTooLarge', files: 1, sizeBytes: 2, mostBytes: 1 } as const;
  const replies = [ok(plan), fail(tooLarge)];
  const table = new TableImportState(
    portsOf(fakeBridge({ 'table.import': () => replies.shift()!, 'bulk.window': rows })),
  );
  table.open();
  await table.read('edited.csv', bytes('id'));
  await table.putBack(true);
  expect([table.putsBack, table.failure, table.preview?.plan]).toEqual([false, tooLarge, plan]);
});

test('the box for earlier values says what the preview holds where a second choice in a row cannot be carried out', async () => {
  const slow = later<'table.import'>();
  const replies = [ok({ ...plan, outdated: 1 }), later<'table.import'>().reply, slow.reply];
  const bridge = fakeBridge({
    'table.import': () => replies.shift()!,
    'table.giveUp': () => ok(null),
    'bulk.window': rows,
  });
  const table = new TableImportState(portsOf(bridge), { ...pageClock });
  table.open();
  await table.read('edited.csv', bytes('id'));
  void table.putBack(true);
  const planning = table.putBack(false);
  slow.fail({ kind: 'unexpected', reference: 'r-1' });
  await planning;
  expect([table.preview?.plan.outdated, table.putsBack]).toEqual([1, false]);
});

test('why a plan cannot be made is said no more once another file is to be chosen', async () => {
  const replies = [ok({ ...plan, outdated: 1 }), fail({ kind: 'unexpected', reference: 'r-1' } as const)];
  const bridge = fakeBridge({ 'table.import': () => replies.shift()!, 'bulk.window': rows });
  const table = new TableImportState(portsOf(bridge), clock);
  table.open();
  await table.read('edited.csv', bytes('id'));
  await table.putBack(true);
  const said = table.failure;
  table.back();
  expect([said?.kind, table.preview, table.failure]).toEqual(['unexpected', null, null]);
});

test('the question about earlier values stays while the plan without them is made', async () => {
  const slow = later<'table.import'>();
  const replies = [ok({ ...plan, outdated: 2 }), ok({ ...plan, outdated: 0 }), slow.reply];
  const bridge = fakeBridge({
    'table.import': () => replies.shift()!,
    'table.giveUp': () => ok(null),
    'bulk.window': rows,
  });
  const table = new TableImportState(portsOf(bridge), clock);
  table.open();
  await table.read('edited.csv', bytes('id'));
  await table.putBack(true);
  expect([table.outdated, table.putsBack]).toEqual([2, true]);
  const planning = table.putBack(false);
  expect([table.outdated, table.putsBack]).toEqual([2, false]);
  slow.arrive({ ...plan, outdated: 1 });
  await planning;
  expect(table.outdated).toBe(1);
  table.back();
  expect(table.outdated).toBe(0);
});

test('a table that is being queued is not planned anew', async () => {
  const queueing = later<'bulk.apply'>();
  const bridge = fakeBridge({
    'table.import': () => ok({ ...plan, outdated: 1 }),
    'bulk.window': rows,
    'bulk.apply': () => queueing.reply,
  });
  const table = new TableImportState(portsOf(bridge), clock);
  table.open();
  await table.read('edited.csv', bytes('id'));
  const applied = table.apply();
  await table.putBack(true);
  queueing.fail({ kind: 'unexpected', reference: 'r-1' });
  expect([await applied, table.putsBack, table.preview?.failure]).toEqual([
    false,
    false,
    { kind: 'unexpected', reference: 'r-1' },
  ]);
});
