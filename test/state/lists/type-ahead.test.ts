import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { PagedRows } from '../../../src/state/lists/paged-rows.svelte.ts';
import { NameLookup, TypeAhead } from '../../../src/state/lists/type-ahead.ts';

const press = (key: string, timeStamp: number, ctrlKey = false) => ({
  ...{ key, ctrlKey, metaKey: false, altKey: false, shiftKey: false, timeStamp },
});

/** Types letters, each so long after the one before. */
function typed(letters: string, stepMs: number): readonly (readonly [string, boolean] | null)[] {
  const typeAhead = new TypeAhead();
  return [...letters].map((letter, nth) => {
    const name = typeAhead.type(press(letter, nth * stepMs));
    return name && ([name.text, name.isNext] as const);
  });
}

test('letters that follow each other are the beginning of one name', () => {
  expect(typed('aur', 300)).toEqual([
    ['a', true],
    ['au', false],
    ['aur', false],
  ]);
});

test('after a pause another name begins', () => {
  expect(typed('ab', 700)).toEqual([
    ['a', true],
    ['b', true],
  ]);
});

test('a letter again and again goes through the names that it begins', () => {
  expect(typed('aaa', 100)).toEqual([
    ['a', true],
    ['a', true],
    ['a', true],
  ]);
});

test('a space belongs to a name that has begun, and is a key otherwise', () => {
  expect(typed(' a b', 100)).toEqual([null, ['a', true], ['a ', false], ['a b', false]]);
});

test('a key that moves begins another name, and a modifier alone does not', () => {
  const typeAhead = new TypeAhead();
  typeAhead.type(press('a', 0));
  typeAhead.type(press('Shift', 10));
  expect(typeAhead.type(press('b', 20))?.text).toBe('ab');
  typeAhead.type(press('Home', 30));
  expect(typeAhead.type(press('c', 40))?.text).toBe('c');
});

test('keys with Ctrl and keys that print nothing are no part of a name', () => {
  const typeAhead = new TypeAhead();
  expect([
    typeAhead.type(press('a', 0, true)),
    typeAhead.type(press('F2', 0)),
    typeAhead.type(press('Shift', 0)),
  ]).toEqual([null, null, null]);
});

test('a row that has not arrived is found too, from a position on and round the end', async () => {
  const all = Array.from({ length: 450 }, (_, number) => `row ${number}`);
  const asked: number[] = [];
  const rows = new PagedRows<string>((from, to) => {
    asked.push(from);
    return Promise.resolve(ok({ from, rows: all.slice(from, to), count: all.length }));
  });
  await rows.refresh();
  expect(await rows.find((row) => row === 'row 420', 10)).toBe(420);
  expect(await rows.find((row) => row === 'row 5', 421)).toBe(5);
  expect(await rows.find((row) => row === 'none', 0)).toBeNull();
  expect(asked, 'each block is asked for once').toEqual([0, 100, 200, 300, 400]);
});

test('a block that cannot be fetched ends the look', async () => {
  let isDown = false;
  let asked = 0;
  const rows = new PagedRows<string>((from) => {
    asked += 1;
    return Promise.resolve(
      isDown
        ? fail({ kind: 'unexpected' as const, reference: 'r-1' })
        : ok({ from, rows: Array(100).fill('x'), count: 1_000 }),
    );
  });
  await rows.refresh();
  isDown = true;
  expect(await rows.find((row) => row === 'y', 0)).toBeNull();
  expect(asked).toBe(2);
});

test('a row is found while the rows are asked for anew', async () => {
  const all = Array.from({ length: 150 }, (_, number) => `row ${number}`);
  const answers: (() => void)[] = [];
  const rows = new PagedRows<string>(async (from, to) => {
    if (from > 0) await new Promise<void>((answer) => answers.push(answer));
    return ok({ from, rows: all.slice(from, to), count: all.length });
  });
  await rows.refresh();
  // The first row of the block whose answer is dropped.
  const looked = rows.find((row) => row === 'row 100', 10);
  await rows.refresh();
  answers.splice(0).forEach((answer) => answer());
  await new Promise(setImmediate);
  answers.splice(0).forEach((answer) => answer());
  expect(await looked).toBe(100);
});

/** Lists whose answers the test gives; the choice of row 3 comes to an end when the test says so. */
function lookups() {
  const answers: ((position: number) => void)[] = [];
  const aList = () => ({ nextNamed: () => new Promise<number>((answer) => void answers.push(answer)) });
  const third = Promise.withResolvers<boolean>();
  const screen = { list: aList(), chosen: new Array<number>() };
  const names = new NameLookup({
    list: () => screen.list,
    position: () => null,
    answered: () => Promise.resolve(),
    choose: (position) => {
      screen.chosen.push(position);
      return position === 3 ? third.promise : Promise.resolve(true);
    },
  });
  const goTo = (text: string): Promise<void> => names.goTo({ text, isNext: false });
  return { answers, screen, goTo, third, replaceList: () => void (screen.list = aList()) };
}

test('of two texts only the later one chooses a row, also where the answer to the earlier one comes last', async () => {
  const { answers, screen, goTo } = lookups();
  const [first, second] = [goTo('a'), goTo('au')];
  answers[1]!(5);
  await second;
  answers[0]!(2);
  await first;
  expect(screen.chosen).toEqual([5]);
});

test('a text whose list went is not looked for again once another was typed', async () => {
  const { answers, screen, goTo, third, replaceList } = lookups();
  const first = goTo('a');
  answers[0]!(3);
  await new Promise(setImmediate);
  replaceList();
  const second = goTo('au');
  third.resolve(false);
  await new Promise(setImmediate);
  expect(answers).toHaveLength(2);
  answers[1]!(7);
  await Promise.all([first, second]);
  expect(screen.chosen).toEqual([3, 7]);
});
