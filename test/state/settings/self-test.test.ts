import { expect, test } from 'vitest';
import { fileKeyText } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { SelfTestState } from '../../../src/state/settings/self-test.svelte.ts';
import { aView } from '../../support/a-view.ts';
import { connectionA } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { aRow } from '../files/files-list.ts';

/** A self-test of the first of two files, on its way, while the person has chosen the second. */
async function chosenElsewhere() {
  const running = later<'selfTest.run'>();
  const bridge = fakeBridge();
  bridge.answer('files.open', () => ok({ ...aView(1, 2), rows: [aRow(1), aRow(2)] }));
  bridge.answer('files.close', () => ok(null));
  bridge.answer('selfTest.trace', () => ok(null));
  bridge.answer('selfTest.run', () => running.reply);
  const state = new SelfTestState(bridge, connectionA);
  state.named = 'file';
  await state.look();
  state.choose(fileKeyText(aRow(1)));
  const end = state.run();
  state.choose(fileKeyText(aRow(2)));
  return { running, state, end };
}

test('the result of a self-test is none of the file that is chosen by then', async () => {
  const { running, state, end } = await chosenElsewhere();
  running.arrive({ verdict: 'merge', updates: 2, stays: null });
  await end;
  expect([state.chosen?.id, state.result, state.busy]).toEqual([aRow(2).id, null, false]);
});

test('a self-test that failed is not said of the file that is chosen by then', async () => {
  const { running, state, end } = await chosenElsewhere();
  running.fail({ kind: 'unexpected', reference: 'r-1' });
  await end;
  expect(state.failure).toBeNull();
});

test('a search for a file that failed is told, and found nothing', async () => {
  const bridge = fakeBridge({ 'files.open': () => fail({ kind: 'unexpected', reference: 'r-1' }) });
  const state = new SelfTestState(bridge, connectionA);
  state.named = 'file';
  await state.look();
  const told = state.failure;
  bridge.answer('files.open', () => ok({ ...aView(1, 1), rows: [aRow(1)] }));
  bridge.answer('files.close', () => ok(null));
  await state.look();
  expect([told, state.failure, state.chosen?.id]).toEqual([{ kind: 'unexpected', reference: 'r-1' }, null, aRow(1).id]);
});

test('no file of an earlier search can be tested while another is looked for, nor after that failed', async () => {
  const bridge = fakeBridge({ 'files.open': () => ok({ ...aView(1, 1), rows: [aRow(1)] }) });
  bridge.answer('files.close', () => ok(null));
  const state = new SelfTestState(bridge, connectionA);
  state.named = 'file';
  await state.look();
  expect(state.chosen?.id).toBe(aRow(1).id);
  bridge.answer('files.open', () => fail({ kind: 'unexpected', reference: 'r-1' }));
  state.named = 'other';
  const looking = state.look();
  expect(state.chosen).toBeNull();
  await looking;
  expect([state.found, state.chosen]).toEqual([[], null]);
});

test('a file is chosen by its network too: the same id on two networks is two files', async () => {
  const [open, closed] = [aRow(1), { ...aRow(1), network: 'private' as const }];
  const bridge = fakeBridge({ 'files.open': () => ok({ ...aView(1, 2), rows: [open, closed] }) });
  bridge.answer('files.close', () => ok(null));
  const state = new SelfTestState(bridge, connectionA);
  state.named = 'file';
  await state.look();
  state.choose(fileKeyText(closed));
  expect(state.chosen).toBe(closed);
});

test('a search that found none says so of its own words alone, and one that failed says nothing of the kind', async () => {
  const slow = later<'files.open'>();
  const bridge = fakeBridge({ 'files.open': () => slow.reply });
  bridge.answer('files.close', () => ok(null));
  const state = new SelfTestState(bridge, connectionA);
  state.named = 'fil';
  const looking = state.look();
  state.named = 'file';
  slow.arrive({ ...aView(1, 0), rows: [] });
  await looking;
  const meanwhile = state.foundNone;
  state.named = 'fil';
  const asTyped = state.foundNone;
  bridge.answer('files.open', () => fail({ kind: 'unexpected', reference: 'r-1' }));
  await state.look();
  expect([meanwhile, asTyped, state.foundNone]).toEqual([false, true, false]);
});
