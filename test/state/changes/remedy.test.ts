import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { Remedy, RemedyChoices } from '../../../src/domain/edits/remedy.ts';
import { RemedyState } from '../../../src/state/changes/remedy.svelte.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';
import { setA } from './change-sets.ts';

const choices: RemedyChoices = {
  ...{ files: 63, mostPairs: 10, canRemove: true },
  sets: [
    { key: 'tier', value: 'gold' },
    { key: 'rank', value: null },
  ],
  keys: [
    { key: 'note', files: 63, empty: 41 },
    { key: 'place', files: 12, empty: 0 },
  ],
};

async function remedyOf(found: RemedyChoices | null) {
  const asked: Remedy[] = [];
  const bridge = fakeBridge({
    'changes.remedyChoices': () => ok(found),
    'changes.remedy': ({ remedy }) => {
      asked.push(remedy);
      return remedy.kind === 'makeRoom' && remedy.key === 'place' ? fail({ kind: 'notFound' }) : ok({ files: 1 });
    },
  });
  const state = new RemedyState(portsOf(bridge), { changeSetId: setA });
  await state.ask();
  return { state, asked, bridge };
}

test('the key that most files have makes room unless another is chosen', async () => {
  const { state, asked } = await remedyOf(choices);
  await state.apply();
  state.choose('makeRoom', 'place');
  await state.apply();
  expect(asked).toEqual([
    { kind: 'makeRoom', key: 'note' },
    { kind: 'makeRoom', key: 'place' },
  ]);
  expect(state.failure).toEqual({ kind: 'notFound' });
});

test('the value of the first refused key goes into another, or that of the one that is chosen', async () => {
  const { state, asked } = await remedyOf(choices);
  state.choose('otherKey', 'place');
  await state.apply();
  state.chooseFrom('rank');
  await state.apply();
  expect(asked).toEqual([
    { kind: 'otherKey', from: 'tier', into: 'place' },
    { kind: 'otherKey', from: 'rank', into: 'place' },
  ]);
});

test('a service that cannot remove a key leaves the other way alone', async () => {
  const { state } = await remedyOf({ ...choices, canRemove: false });
  expect(state.kind).toBe('otherKey');
  state.choose('makeRoom');
  expect(state.kind).toBe('otherKey');
});

test('nothing is offered where nothing explains the refusal, or no file has a key', async () => {
  expect((await remedyOf(null)).state.choices).toBeNull();
  expect((await remedyOf({ ...choices, keys: [] })).state.choices).toBeNull();
});

test('a remedy that was refused is tried again, and not the question for the choices', async () => {
  const { state, asked, bridge } = await remedyOf(choices);
  state.choose('makeRoom', 'place');
  await state.apply();
  const before = bridge.asked.length;
  bridge.answer('changes.remedy', ({ remedy }) => {
    asked.push(remedy);
    return ok({ files: 1 });
  });
  await state.retry();
  expect([asked.length, bridge.asked.length - before, state.failure]).toEqual([2, 1, null]);
});

test('a refusal is gone once nothing is left to choose, and choices that did not come are asked for again', async () => {
  const { state, bridge } = await remedyOf(choices);
  state.choose('makeRoom', 'place');
  await state.apply();
  bridge.answer('changes.remedyChoices', () => fail({ kind: 'hostGone' }));
  await state.ask();
  const unanswered = state.failure;
  bridge.answer('changes.remedyChoices', () => ok(null));
  await state.retry();
  const refused = state.failure;
  await state.retry();
  expect([unanswered, refused, state.failure]).toEqual([{ kind: 'hostGone' }, { kind: 'notFound' }, null]);
});
