// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { fail, ok } from '../../src/domain/core/result.ts';
import type { ListedKey } from '../../src/domain/keys/listed-key.ts';
import KeyGrid from '../../src/views/keys/grid/KeyGrid.svelte';
import { aKey, connectionA, uuid } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

const aRow = (number: number): ListedKey => ({
  ...{ key: aKey({ id: uuid(number), name: `key ${number}` }), condition: 'active', limit: null, seenAtMs: 1 },
  ...{ missingSinceMs: null, idleSinceMs: null, forecast: { kind: 'unlimited' }, line: [] },
});

/** A list of keys whose third was open, and closed again. */
async function closedAgain() {
  const rows = [0, 1, 2, 3, 4].map(aRow);
  const bridge = fakeBridge({
    'keys.page': ({ from, to }) => ok({ rows: rows.slice(from, to), count: rows.length }),
    'keys.get': () => fail({ kind: 'notFound' }),
    'keys.counts': () => ok({ all: 5, active: 5, limited: 0, exhausted: 0, revoked: 0 }),
  });
  const shown = show(bridge, KeyGrid, { onclose: () => undefined });
  ({ leave } = shown);
  const { keys } = shown.app.screensOf(connectionA);
  shown.app.router.go({ kind: 'keys', id: null, condition: null }, connectionA);
  await keys.open(null);
  const openAndClose = async (id: string | null): Promise<void> => {
    keys.choose(id);
    await keys.detail.open(id);
    flushSync();
  };
  await openAndClose(rows[2]!.key.id);
  await openAndClose(null);
  await turn();
  const { target } = shown.app.router;
  expect(target).toMatchObject({ kind: 'keys', id: null });
  const press = async (key: string): Promise<unknown> => {
    document.querySelector('[role=grid]')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await turn();
    return shown.app.router.target;
  };
  return { press, rows };
}

test('the arrow keys go on from the key whose details were closed', async () => {
  const { press, rows } = await closedAgain();
  expect(await press('ArrowDown')).toMatchObject({ id: rows[3]!.key.id });
});

test('Enter opens the key again whose details were closed', async () => {
  const { press, rows } = await closedAgain();
  expect(await press('Enter')).toMatchObject({ id: rows[2]!.key.id });
});
