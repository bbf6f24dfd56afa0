import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { ImportState } from '../../../src/state/files/import.svelte.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

test('ids that were not found stay in the box, to be put right', async () => {
  const lines = [
    { line: 1, text: 'good', reason: null },
    { line: 2, text: 'bad', reason: 'not found' },
  ];
  const state = new ImportState(portsOf(fakeBridge({ 'files.import': () => ok({ lines, added: 1 }) })));
  state.text = 'good\nbad';
  await state.bring();
  expect([state.added, state.notFound, state.text]).toEqual([1, [lines[1]], 'bad']);
});

test('a list that could not be brought in is not lost', async () => {
  const state = new ImportState(portsOf(fakeBridge({ 'files.import': () => fail({ kind: 'hostGone' }) })));
  state.text = 'one\ntwo';
  await state.bring();
  expect([state.failure, state.text, state.isBusy]).toEqual([{ kind: 'hostGone' }, 'one\ntwo', false]);
});
