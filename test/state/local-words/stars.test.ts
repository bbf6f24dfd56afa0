import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { StarsState } from '../../../src/state/local-words/stars.svelte.ts';
import { aView } from '../../support/a-view.ts';
import { connectionA, uuid } from '../../support/builders.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { aRow } from '../files/files-list.ts';
import { portsOf } from '../ports.ts';

const key = (number: number) => ({ network: 'public', id: uuid(number) });

async function someStars() {
  const bridge = fakeBridge({
    'files.open': () => ok(aView(1, 20)),
    'files.window': ({ from, to }) =>
      ok({ rows: Array.from({ length: Math.min(to, 20) - from }, (_, place) => aRow(from + place)) }),
    'files.position': () => ok({ position: null }),
    'files.close': () => ok(null),
    'stars.toggle': () => ok({ isStarred: true, files: 1 }),
  });
  const ports = portsOf(bridge);
  const files = new FilesState(ports);
  files.viewport.openingIs(280);
  const stop = files.watch();
  await expect.poll(() => files.list).not.toBeNull();
  stop();
  const selection = new SelectionState(ports, files);
  const stars = new StarsState(ports, { files, selection });
  const asked = () => bridge.asked.filter(({ name }) => name === 'stars.toggle').map(({ input }) => input);
  return { asked, bridge, files, selection, stars };
}

test('the chosen file is starred while nothing is selected, then what is selected, and the row alone on request', async () => {
  const { asked, files, selection, stars } = await someStars();
  await stars.toggle();
  expect(asked()).toEqual([]);
  await files.choose(4);
  await stars.toggle();
  await selection.toggle(7);
  await stars.toggle();
  await stars.toggle('row');
  const of = (number: number) => ({ connectionId: connectionA, selection: { kind: 'keys', keys: [key(number)] } });
  expect(asked()).toEqual([of(4), of(7), of(4)]);
  expect(stars.outcome).toEqual({ isStarred: true, files: 1 });
});

test('the star pressed twice in quick succession counts twice', async () => {
  const { asked, files, stars } = await someStars();
  await files.choose(4);
  await Promise.all([stars.toggle('row'), stars.toggle('row')]);
  expect(asked()).toHaveLength(2);
});

test('a whole list is starred by its query, without a name of a file', async () => {
  const { asked, selection, stars } = await someStars();
  selection.all();
  await stars.toggle();
  expect(asked()).toMatchObject([{ selection: { kind: 'view', except: [] } }]);
});

test('a refusal stays until the person has read it, and claims no star', async () => {
  const { bridge, files, stars } = await someStars();
  await files.choose(1);
  await stars.toggle();
  bridge.answer('stars.toggle', () => fail({ kind: 'unfit', what: 'star', problem: 'tooMany' }));
  await stars.toggle();
  expect([stars.outcome, stars.failure]).toMatchObject([null, { problem: 'tooMany' }]);
  stars.dismiss();
  expect(stars.failure).toBeNull();
});
