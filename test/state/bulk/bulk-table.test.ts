import { expect, test } from 'vitest';
import type { Plan } from '../../../src/contract/bulk.ts';
import type { PlannedFile } from '../../../src/domain/edits/bulk.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { LONGEST_TABLE } from '../../../src/domain/files/table-size.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { TableExportState } from '../../../src/state/bulk/table-export.svelte.ts';
import { formatOf, TableImportState } from '../../../src/state/bulk/table-import.svelte.ts';
import { pageClock } from '../../../src/state/app/clock.svelte.ts';
import { connectionA, fileOf, uuid } from '../../support/builders.ts';
import { aChosenFile, longFile, lostFile } from '../../support/chosen-files.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const plan: Plan = {
  planId: 1,
  title: 'Import a table for 2 files',
  files: 3,
  changed: 2,
  unfit: 0,
  outdated: 0,
  problems: [{ line: 4, text: 'x', problem: 'notInCopy' }],
  problemCount: 1,
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const planned: PlannedFile = { key: fileOf(), name: 'aurora.png', changes: [], outdated: [], problem: null };
const rows = () => ok({ rows: [planned, planned] });
const ticket = uuid(70);
const clock = { ...pageClock, uuid: () => ticket };

test.each([
  ['edited.csv', '[]', 'csv'],
  ['EDITED.JSON', 'id,name', 'json'],
  ['pinfold.jsonl', 'id,name', 'json'],
  ['table', '\uFEFF  [{}]', 'json'],
  ['table.txt', 'id,name', 'csv'],
])('%s with %j is %s', (name, text, format) => {
  expect(formatOf(name, text)).toBe(format);
});

test('a table is looked at before it is queued, and queued once', async () => {
  const bridge = fakeBridge({
    'table.import': () => ok(plan),
    'bulk.window': rows,
    'bulk.apply': () => ok({ changeSetId: uuid(9), files: 2 } as never),
  });
  const table = new TableImportState(portsOf(bridge), clock);
  table.open();
  await table.read('edited.csv', bytes('id\r\n1\r\n'));
  expect(bridge.asked).toEqual([
    {
      name: 'table.import',
      input: { connectionId: connectionA, format: 'csv', text: 'id\r\n1\r\n', putsBack: false, ticket },
    },
    { name: 'bulk.window', input: { planId: 1, from: 0, to: 100 } },
  ]);
  expect([table.preview?.plan, await table.apply(), table.isOpen]).toEqual([plan, true, false]);
});

test('a table that is being queued stays open, and no other one takes its place', async () => {
  const queueing = later<'bulk.apply'>();
  const bridge = fakeBridge({
    'table.import': () => ok(plan),
    'bulk.window': rows,
    'bulk.apply': () => queueing.reply,
  });
  const table = new TableImportState(portsOf(bridge), clock);
  table.open();
  await table.read('edited.csv', bytes('id'));
  const applied = table.apply();
  table.back();
  table.close();
  await table.read('dropped.csv', bytes('id'));
  const shown = [table.isOpen, table.fileName, table.preview?.isApplying];
  queueing.fail({ kind: 'unexpected', reference: 'r-1' });
  expect([shown, await applied, table.preview?.failure]).toEqual([
    [true, 'edited.csv', true],
    false,
    { kind: 'unexpected', reference: 'r-1' },
  ]);
});

test('what is no text, or no table, is said and nothing is asked twice', async () => {
  const unfit = { kind: 'unfitText', why: { kind: 'noIdColumn' } } as const;
  const bridge = fakeBridge({ 'table.import': () => fail(unfit) });
  const table = new TableImportState(portsOf(bridge));
  table.open();
  await table.read('latin1.csv', new Uint8Array([0x69, 0x64, 0xe9]));
  expect([table.problem, bridge.asked]).toEqual(['notText', []]);
  await table.read('empty.csv', bytes(' \n'));
  expect([table.problem, bridge.asked]).toEqual(['empty', []]);
  await table.read('other.csv', bytes('a,b'));
  expect([table.problem, table.failure, table.isReading]).toEqual([null, unfit, false]);
});

test('a table that is too long is not read, and one that cannot be read is a problem', async () => {
  const bridge = fakeBridge({ 'table.import': () => ok(plan), 'bulk.window': rows });
  const table = new TableImportState(portsOf(bridge), clock);
  table.open();
  await table.readFile([longFile(3 * LONGEST_TABLE + 1)]);
  expect([table.problem, table.fileName]).toEqual(['tooLong', 'long.csv']);
  await table.readFile([lostFile]);
  expect([table.problem, table.fileName, bridge.asked]).toEqual(['unread', 'lost.csv', []]);
  await table.readFile([aChosenFile('id', 'good.csv')]);
  expect([table.problem, table.preview?.plan]).toEqual([null, plan]);
});

/** A file whose content the system hands out late. */
function slowFile(name: string) {
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
  const file = { name, size: 9, arrayBuffer: () => promise };
  return { file, arrive: () => resolve(new Uint8Array(bytes('id\r\n1\r\n')).buffer) };
}

test('a file that was read late is not planned in place of one that was chosen after it', async () => {
  const bridge = fakeBridge({ 'table.import': () => ok(plan), 'bulk.window': rows });
  const table = new TableImportState(portsOf(bridge), clock);
  table.open();
  const { file, arrive } = slowFile('first.csv');
  const reading = table.readFile([file]);
  await table.readFile([aChosenFile('id\r\n1\r\n', 'second.csv')]);
  arrive();
  await reading;
  expect([table.fileName, bridge.asked.filter(({ name }) => name === 'table.import').length]).toEqual([
    'second.csv',
    1,
  ]);
});

test('a file that was read after the dialog was closed is not planned', async () => {
  const bridge = fakeBridge();
  const table = new TableImportState(portsOf(bridge), clock);
  table.open();
  const { file, arrive } = slowFile('first.csv');
  const reading = table.readFile([file]);
  table.back();
  arrive();
  await reading;
  expect([table.preview, bridge.asked]).toEqual([null, []]);
});

test('Esc stops the reading, also in the core, then leaves', async () => {
  const slow = later<'table.import'>();
  const bridge = fakeBridge({ 'table.import': () => slow.reply, 'table.giveUp': () => ok(null), 'bulk.window': rows });
  const table = new TableImportState(portsOf(bridge), clock);
  table.open();
  const reading = table.read('edited.csv', bytes('id'));
  table.back();
  expect(bridge.asked.at(-1)).toEqual({ name: 'table.giveUp', input: { ticket } });
  slow.arrive(plan);
  await reading;
  expect([table.isOpen, table.isReading, table.preview]).toEqual([true, false, null]);
  table.back();
  expect(table.isOpen).toBe(false);
});

test('with nothing selected the whole view is exported', async () => {
  const bridge = fakeBridge({ 'table.export': () => ok({ text: 'id\r\n', files: 1 }) });
  const ports = portsOf(bridge);
  const files = new FilesState(ports);
  const table = new TableExportState(ports, { selection: new SelectionState(ports, files), files });
  table.open();
  table.format = 'json';
  expect(await table.make()).toBe('id\r\n');
  const selection = { kind: 'view', query: files.query.current, except: [] };
  expect(bridge.asked).toEqual([
    { name: 'table.export', input: { connectionId: connectionA, selection, format: 'json' } },
  ]);
});

test('a table is made once for two presses, and nothing is made or kept of a dialog that is closed', async () => {
  const making = later<'table.export'>();
  const bridge = fakeBridge({ 'table.export': () => making.reply });
  const ports = portsOf(bridge);
  const files = new FilesState(ports);
  const table = new TableExportState(ports, { selection: new SelectionState(ports, files), files });
  await table.keep();
  expect([await table.make(), bridge.asked]).toEqual([null, []]);
  table.open();
  const first = table.make();
  expect([table.isMaking, await table.make()]).toEqual([true, null]);
  making.arrive({ text: 'id\r\n', files: 1 });
  expect([await first, bridge.asked.length]).toEqual(['id\r\n', 1]);
});
