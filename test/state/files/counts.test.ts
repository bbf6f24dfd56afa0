import { expect, test, vi } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { CountsState } from '../../../src/state/files/counts.svelte.ts';
import { aFileQuery } from '../../support/builders.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const counted = {
  ...{ all: 3_540, public: 3_000, private: 540, sizeBytes: 1, edited: 7, starred: 2, types: [] },
  groups: [{ value: 'Ember', count: 40 }],
};

async function counting() {
  const bridge = fakeBridge({
    'files.counts': () => ok(counted),
    'keys.counts': () => ok({ all: 0, active: 0, limited: 0, exhausted: 0, revoked: 0 }),
    'changes.counts': () => ok({ open: 0, needsYou: 0, waiting: 0, held: 0, sent: 0, discarded: 0 }),
  });
  const counts = new CountsState(portsOf(bridge));
  counts.watch();
  await vi.waitFor(() => expect(counts.files).not.toBeNull());
  return counts;
}

test('a list that the navigation counts has the number of the navigation', async () => {
  const counts = await counting();
  const of = (given: Parameters<typeof aFileQuery>[0]) => counts.filesOf(aFileQuery(given));
  expect([of({}), of({ network: 'public' }), of({ network: 'private' }), of({ edited: true })]).toEqual([
    3_540, 3_000, 540, 7,
  ]);
  expect([of({ group: 'Ember' }), of({ mark: 'star' })]).toEqual([40, 2]);
  expect(of({ sort: { column: 'size', descending: true } })).toBe(3_540);
});

test('every other list has a number of its own', async () => {
  const counts = await counting();
  const of = (given: Parameters<typeof aFileQuery>[0]) => counts.filesOf(aFileQuery(given));
  expect([
    of({ search: 'a' }),
    of({ type: 'image/*' }),
    of({ network: 'public', edited: true }),
    of({ group: 'x' }),
    of({ group: 'Ember', network: 'public' }),
    of({ group: 'Ember', mark: 'star' }),
    of({ mark: 'note' }),
  ]).toEqual([null, null, null, null, null, null, null]);
});
