import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { LONGEST_ID_LIST } from '../../../src/domain/files/id-list.ts';
import { ImportState } from '../../../src/state/files/import.svelte.ts';
import { aChosenFile, longFile, lostFile } from '../../support/chosen-files.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const found = (text: string, line = 1) => ({ line, text, network: null, reason: null });
const lost = (text: string, line = 1) => ({ ...found(text, line), reason: { kind: 'notFound' as const } });

test('ids that were not found stay in the box, to be put right', async () => {
  const lines = [found('good'), lost('bad', 2)];
  const state = new ImportState(portsOf(fakeBridge({ 'files.import': () => ok({ lines, added: 1 }) })));
  state.text = 'good\nbad';
  await state.bring();
  expect([state.added, state.notFound, state.text]).toEqual([1, [lines[1]], 'bad']);
});

test('an import can be stopped: what it brought stays, and the rest stays in the box', async () => {
  const slow = later<'files.import'>();
  const bridge = fakeBridge({ 'files.import': () => slow.reply, 'files.stopImport': () => ok(null) });
  const state = new ImportState(portsOf(bridge));
  state.text = 'good\nleft';
  const importing = state.bring();
  expect(state.canStop).toBe(true);
  await state.stop();
  const [begun, stopped] = bridge.asked.map(({ input }) => (input as { ticket: string }).ticket);
  expect([stopped, state.canStop, state.isBusy]).toEqual([begun, false, true]);
  slow.arrive({
    lines: [found('good'), { ...found('left', 2), reason: { kind: 'stopped' } }],
    added: 1,
  });
  await importing;
  expect([state.added, state.text, state.isBusy]).toEqual([1, 'left', false]);
});

test('a list whose reading was stopped is kept, without a failure', async () => {
  const slow = later<'files.import'>();
  const bridge = fakeBridge({ 'files.import': () => slow.reply, 'files.stopImport': () => ok(null) });
  const state = new ImportState(portsOf(bridge));
  state.text = 'one';
  const importing = state.bring();
  await state.stop();
  slow.fail({ kind: 'notFound' });
  await importing;
  expect([state.failure, state.text]).toEqual([null, 'one']);
});

test('a list that could not be brought in is not lost', async () => {
  const state = new ImportState(portsOf(fakeBridge({ 'files.import': () => fail({ kind: 'hostGone' }) })));
  state.text = 'one\ntwo';
  await state.bring();
  expect([state.failure, state.text, state.isBusy]).toEqual([{ kind: 'hostGone' }, 'one\ntwo', false]);
});

test('what is typed during an import stays, after the lines that were not found', async () => {
  const slow = later<'files.import'>();
  const state = new ImportState(portsOf(fakeBridge({ 'files.import': () => slow.reply })));
  state.text = 'good\nbad';
  const importing = state.bring();
  state.text = 'good\nbad\ntyped meanwhile';
  slow.arrive({ lines: [found('good'), lost('bad', 2)], added: 1 });
  await importing;
  expect(state.text).toBe('bad\ntyped meanwhile');
});

test('a text that was rewritten during an import stays, with the lines not found that it lacks', async () => {
  const slow = later<'files.import'>();
  const state = new ImportState(portsOf(fakeBridge({ 'files.import': () => slow.reply })));
  state.text = 'good\nbad\nworse';
  const importing = state.bring();
  state.text = 'other\nbad';
  slow.arrive({ lines: [found('good'), lost('bad', 2), lost('worse', 3)], added: 1 });
  await importing;
  expect(state.text).toBe('worse\nother\nbad');
});

test('a file is imported beside what is typed, which stays', async () => {
  const bridge = fakeBridge({ 'files.import': () => ok({ lines: [found('good'), lost('bad', 2)], added: 1 }) });
  const state = new ImportState(portsOf(bridge));
  state.text = 'typed by hand';
  await state.bringFile('id,name\ngood,a.png\nbad,b.png\n');
  expect([(bridge.asked[0]?.input as { text: string }).text, state.text]).toEqual([
    'id,name\ngood,a.png\nbad,b.png\n',
    'bad\ntyped by hand',
  ]);
});

test('a file that comes while an import runs waits in the text, and so does one that is offered', async () => {
  const slow = later<'files.import'>();
  const bridge = fakeBridge({ 'files.import': () => slow.reply });
  const state = new ImportState(portsOf(bridge));
  state.text = 'good\nbad';
  const importing = state.bring();
  await state.bringFile('dropped on the form\n');
  state.offer('["dropped", "elsewhere"]');
  slow.arrive({ lines: [found('good'), lost('bad', 2)], added: 1 });
  await importing;
  expect([state.text, state.isOpen, bridge.asked.length]).toEqual([
    'bad\ndropped on the form\ndropped\nelsewhere',
    true,
    1,
  ]);
});

test('a list that is offered replaces nothing that is typed', () => {
  const state = new ImportState(portsOf(fakeBridge()));
  state.text = 'typed by hand';
  state.offer('id\nfirst\nsecond\n');
  expect(state.text).toBe('typed by hand\nfirst\nsecond\n');
});

test('a list that is too long is refused before anything is asked, and stays', async () => {
  const bridge = fakeBridge({ 'files.import': () => fail({ kind: 'hostGone' }) });
  const state = new ImportState(portsOf(bridge));
  state.text = 'short';
  await state.bring();
  expect([state.problem, state.failure]).toEqual([null, { kind: 'hostGone' }]);
  const long = 'x'.repeat(LONGEST_ID_LIST + 1);
  state.text = long;
  await state.bring();
  expect([state.problem, state.failure, state.text === long, bridge.asked]).toMatchObject([
    'tooLong',
    null,
    true,
    { length: 1 },
  ]);
  state.text = 'short';
  await state.bring();
  expect([state.problem, bridge.asked.length]).toEqual([null, 2]);
});

test('a list that is offered does not make the text too long', () => {
  const state = new ImportState(portsOf(fakeBridge()));
  state.text = 'typed by hand';
  state.offer('x'.repeat(LONGEST_ID_LIST));
  expect([state.text, state.problem, state.isOpen]).toEqual(['typed by hand', 'tooLong', true]);
});

test('a file that is too long or cannot be read is a problem, until another one is read', async () => {
  const state = new ImportState(portsOf(fakeBridge()));
  expect([await state.readFile([longFile(3 * LONGEST_ID_LIST + 1)]), state.problem]).toEqual([null, 'tooLong']);
  expect([await state.readFile([lostFile]), state.problem]).toEqual([null, 'unread']);
  expect([await state.readFile([aChosenFile('id\n')]), state.problem]).toEqual(['id\n', null]);
});
