// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { ok } from '../../src/domain/core/result.ts';
import MoreKeyFilters from '../../src/views/keys/filters/MoreKeyFilters.svelte';
import { connectionA } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { show } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

test('a number of days that is none of those offered stands in the list that chose it', async () => {
  const bridge = fakeBridge({ 'keys.page': () => ok({ rows: [], count: 0 }) });
  const { app, ...shown } = show(bridge, MoreKeyFilters, {});
  ({ leave } = shown);
  const chosen = async (unusedDays: number): Promise<readonly (string | undefined)[]> => {
    await app.screensOf(connectionA).keys.filter({ unusedDays });
    flushSync();
    return [...document.querySelectorAll('select')].map((list) => list.selectedOptions[0]?.textContent);
  };
  expect(await chosen(45)).toContain('45 days or longer');
  expect(await chosen(1)).toContain('1 day or longer');
});
