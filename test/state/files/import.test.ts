import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { ImportState } from '../../../src/state/files/import.svelte.ts';
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
