import { describe, expect, test } from 'vitest';
import { fileId } from '../../../src/domain/core/ids.ts';
import type { Happening, HappeningKind } from './happening.ts';
import { FIRST_SEED_OF_ALL_ACTIONS } from '../seed-ranges.ts';
import { isReached, type Situation } from './situations.ts';
import { emptyTally, neverReached, sumOf, tallyOf } from './tally.ts';

const at =
  (workstation: string | null, file = 'one') =>
  (kind: HappeningKind): Happening => ({ kind, workstation, id: fileId.parse(file) });
const [here, there, otherFile, stranger] = [at('here'), at('there'), at('here', 'two'), at(null)];

const lostCrashedOverwritten: Situation = {
  name: 'lost, crashed, overwritten',
  first: ['lostAfter'],
  then: [
    { kinds: ['crashed'], by: 'same', before: ['readSent'] },
    { kinds: ['wrote'], by: 'another', isSameFile: true, before: ['readSent'] },
  ],
};
const reached = (...story: readonly Happening[]): boolean => isReached(lostCrashedOverwritten, story);

describe('a story comes into a situation', () => {
  test('when its steps follow each other, whatever else happens in between', () => {
    expect(reached(here('lostAfter'), here('crashed'), stranger('wrote'))).toBe(true);
    expect(reached(here('edited'), here('lostAfter'), there('readSent'), here('crashed'), there('wrote'))).toBe(true);
    expect(reached(here('lostAfter'), otherFile('readSent'), here('crashed'), stranger('wrote'))).toBe(true);
  });

  test('when a later beginning gets there, though an earlier one did not', () => {
    const ended = [here('lostAfter'), here('readSent')];
    expect(reached(...ended, here('lostAfter'), here('crashed'), stranger('wrote'))).toBe(true);
  });

  test('and not when a step is missing, out of order, of another workstation or about another file', () => {
    expect(reached(here('lostAfter'), stranger('wrote'))).toBe(false);
    expect(reached(here('crashed'), here('lostAfter'), stranger('wrote'))).toBe(false);
    expect(reached(here('lostAfter'), there('crashed'), stranger('wrote'))).toBe(false);
    expect(reached(here('lostAfter'), here('crashed'), here('wrote'))).toBe(false);
    expect(reached(here('lostAfter'), here('crashed'), at(null, 'two')('wrote'))).toBe(false);
  });

  test('and not when what ends it came before', () => {
    expect(reached(here('lostAfter'), here('readSent'), here('crashed'), stranger('wrote'))).toBe(false);
    expect(reached(here('lostAfter'), here('crashed'), here('readSent'), stranger('wrote'))).toBe(false);
  });
});

test('a tally counts faults, and names what no story came to', () => {
  const story = [here('rateLimited'), here('rateLimited'), here('edited')];
  const { faults } = sumOf(tallyOf(story, 1), tallyOf(story, 1));
  expect([faults['rateLimited'], faults['late']]).toEqual([4, 0]);
  const missed = neverReached(tallyOf(story, 1));
  expect(missed).not.toContain('rateLimited');
  expect(missed).toContain('late');
  const { situations, faults: kinds } = emptyTally(1);
  expect(neverReached(emptyTally(1))).toHaveLength(Object.keys(situations).length + Object.keys(kinds).length);
});

test('what only people do who do everything the screens allow is counted in their stories alone', () => {
  const story = [here('putBack')];
  const one = 'a discarded edit is put back';
  expect(tallyOf(story, 1).situations).not.toHaveProperty(one);
  expect(tallyOf(story, FIRST_SEED_OF_ALL_ACTIONS).situations).toHaveProperty(one, 1);
  expect(neverReached(emptyTally(FIRST_SEED_OF_ALL_ACTIONS))).toEqual(
    expect.arrayContaining([one, ...neverReached(emptyTally(1))]),
  );
  const both = sumOf(tallyOf(story, 1), tallyOf(story, FIRST_SEED_OF_ALL_ACTIONS));
  expect(both.situations).toHaveProperty(one, 1);
});
