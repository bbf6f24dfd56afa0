import { expect, test } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { PairSuggestionsState } from '../../../src/state/files/pair-suggestions.svelte.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const counted = (...values: string[]) => values.map((value, place) => ({ value, count: 10 - place }));
const facets = { networks: [], types: [], families: [], groups: [], states: [] };

test('the keys of the library are suggested, without those that the file has', async () => {
  const bridge = fakeBridge({ 'files.facets': () => ok({ ...facets, keys: counted('rarity', 'season') }) });
  const suggestions = new PairSuggestionsState(portsOf(bridge));
  const before = suggestions.keys([]);
  await suggestions.loadKeys();
  expect([before, suggestions.keys(['season'])]).toEqual([
    { choices: [], isAll: false },
    { choices: [{ value: 'rarity', count: 10 }], isAll: true },
  ]);
});

test('a list that may be cut calls no text new', async () => {
  const keys = counted(...Array.from({ length: 100 }, (_, place) => `key ${place}`));
  const suggestions = new PairSuggestionsState(portsOf(fakeBridge({ 'files.facets': () => ok({ ...facets, keys }) })));
  await suggestions.loadKeys();
  expect(suggestions.keys([]).isAll).toBe(false);
});

test('the values of one key are never suggested for another', async () => {
  const bridge = fakeBridge({ 'files.facetValues': ({ key }) => ok({ values: counted(`of ${key}`) }) });
  const suggestions = new PairSuggestionsState(portsOf(bridge));
  await suggestions.loadValues('rarity');
  const slow = later<'files.facetValues'>();
  bridge.answer('files.facetValues', () => slow.reply);
  const loading = suggestions.loadValues('season');
  expect([suggestions.values('rarity').choices, suggestions.values('season').choices]).toEqual([[], []]);
  slow.arrive({ values: counted('of season') });
  await loading;
  expect(suggestions.values('season').choices).toEqual(counted('of season'));
});
