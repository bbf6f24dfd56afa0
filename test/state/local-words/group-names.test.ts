import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { GroupNamesState } from '../../../src/state/local-words/group-names.svelte.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

test('a group is shown by its name, else by its id, also once another window has named it', async () => {
  let names = [{ group: 'a', name: 'Ember Court' }];
  const bridge = fakeBridge({ 'groupNames.list': () => ok(names) });
  const state = new GroupNamesState(portsOf(bridge));
  const stop = state.watch();
  await expect.poll(() => state.given('a')).toBe('Ember Court');
  expect([state.shown('a'), state.shown('b'), state.given('b')]).toEqual(['Ember Court', 'b', null]);
  names = [{ group: 'b', name: 'Night Orchard' }];
  bridge.announce('groupNames.changed');
  await expect.poll(() => state.shown('b')).toBe('Night Orchard');
  stop();
});

test('a name that is not kept says why, until another one is', async () => {
  const bridge = fakeBridge({
    'groupNames.list': () => ok([]),
    'groupNames.put': ({ name }) =>
      name === 'no' ? fail({ kind: 'unfit', what: 'group', problem: 'tooMany' }) : ok(null),
  });
  const state = new GroupNamesState(portsOf(bridge));
  await state.keep('a', 'no');
  expect(state.failure).toMatchObject({ kind: 'unfit' });
  await state.keep('a', 'yes');
  expect(state.failure).toBeNull();
});
