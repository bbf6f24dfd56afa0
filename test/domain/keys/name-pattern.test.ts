import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insideOffer, nameSearchAfter, patternOf } from '../../../src/domain/keys/name-pattern.ts';
import { matchesIlike } from '../../../src/domain/keys/queries.ts';
import { nameSearch, nameSearchOf, noNameSearch } from '../../../src/domain/service/name-search.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'B', '%', '_', '\\', ' '), maxLength: 6 });

describe('the pattern of a typed text', () => {
  test('means the text itself where the service knows no wildcards', () => {
    fc.assert(
      fc.property(text, text, (name, typed) => {
        const [low, wanted] = [name.toLowerCase(), typed.toLowerCase()];
        expect(matchesIlike(name, patternOf('exactName', typed))).toBe(low === wanted);
        expect(matchesIlike(name, patternOf('insideLiterally', typed))).toBe(low.includes(wanted));
      }),
    );
  });
});

test('true answers never refute how the service reads, in any order', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...nameSearch.options),
      fc.array(text, { maxLength: 8 }),
      fc.array(text, { maxLength: 6 }),
      (reading, names, asked) => {
        const learnt = asked.reduce((trait, typed) => {
          const found = (name: string): boolean => matchesIlike(name, patternOf(reading, typed));
          const [answered, leftOut] = [names.filter(found), names.filter((name) => !found(name))];
          return nameSearchAfter(trait, { typed, answered, leftOut });
        }, noNameSearch);
        expect(learnt.refuted).not.toContain(reading);
      },
    ),
  );
});

test('a service that changes is learnt anew', () => {
  const inside = nameSearchAfter(noNameSearch, { typed: 'ci', answered: ['my-ci'], leftOut: [] });
  const whole = nameSearchAfter(inside, { typed: 'ci%', answered: ['ci 1'], leftOut: ['my-ci'] });
  expect([nameSearchOf(inside), nameSearchOf(whole)]).toEqual(['insideName', 'wholeName']);
});

test.each([
  ['ci', '%ci%'],
  ['c_i', '%c_i%'],
  ['100\\%', '%100\\%%'],
  ['ci\\\\', '%ci\\\\%'],
  ['', null],
  ['ci%', null],
  ['%ci', null],
  ['ci\\', null],
])('typing %j offers %j', (typed, offered) => {
  expect(insideOffer('wholeName', typed)).toBe(offered);
  expect(insideOffer('insideName', typed)).toBeNull();
});
