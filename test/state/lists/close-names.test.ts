import { expect, test } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { CloseNamesState } from '../../../src/state/lists/close-names.svelte.ts';
import { uuid } from '../../support/builders.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const close = { word: 'harbour', edits: 1, name: 'harbour.png' };

test('an answer to a search that has gone is dropped, and its look is given up', async () => {
  const held = Promise.withResolvers<void>();
  const bridge = fakeBridge({
    'files.closeTo': async () => {
      await held.promise;
      return ok({ names: [close] });
    },
    'files.giveUp': () => ok(null),
  });
  const closeNames = new CloseNamesState(portsOf(bridge), () => uuid(7));
  const look = closeNames.look('harbuor');
  closeNames.leave();
  held.resolve();
  await look;
  expect([closeNames.found, bridge.asked.map(({ name }) => name)]).toEqual([[], ['files.closeTo', 'files.giveUp']]);
});

test('the same search is looked for once, and what is close to it is shown', async () => {
  const bridge = fakeBridge({ 'files.closeTo': () => ok({ names: [close] }), 'files.giveUp': () => ok(null) });
  const closeNames = new CloseNamesState(portsOf(bridge), () => uuid(7));
  await closeNames.look('harbuor');
  await closeNames.look('harbuor');
  expect([closeNames.found, bridge.asked.length]).toEqual([[close], 1]);
});
