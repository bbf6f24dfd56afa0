import { expect, it } from 'vitest';
import { matchesIlike, TrailingEscapeError } from '../../electron/practice/tables/ilike.ts';

it.each([
  ['Invoice', 'invoice', true],
  ['Invoice 7', 'invoice', false],
  ['Invoice 7', 'invoice%', true],
  ['My invoice', '%INVOICE', true],
  ['My invoice 7', '%invoice%', true],
  ['abc', 'a_c', true],
  ['ac', 'a_c', false],
  ['abbc', 'a_c', false],
  ['a😀c', 'a_c', true],
  ['100% cotton', '100\\% cotton', true],
  ['1000 cotton', '100\\% cotton', false],
  ['snake_case', 'snake\\_case', true],
  ['snakeXcase', 'snake\\_case', false],
  ['back\\slash', 'back\\\\slash', true],
  ['ÜBERSICHT', 'übersicht', true],
  ['Ключ Анны', 'КЛЮЧ АННЫ', true],
  ['İstanbul', 'İSTANBUL', true],
  ['line\nbreak', 'line%break', true],
  ['', '', true],
  ['', '%', true],
  ['a', '', false],
  ['a.c', 'abc', false],
  ['aXbXc', '%b%', true],
  ['mississippi', 'm%issip%', true],
  ['mississippi', '%issi%issi%issi%', false],
])('the text %j against the pattern %j gives %s', (text, pattern, matches) => {
  expect(matchesIlike(text, pattern)).toBe(matches);
});

it('refuses a pattern that ends in an escape of nothing', () => {
  expect(() => matchesIlike('a', 'a\\')).toThrow(TrailingEscapeError);
});

it('answers a pattern made to explode, whose every split would outlast the limit of a test', () => {
  expect(matchesIlike('a'.repeat(2_000), `${'%a'.repeat(200)}%b`)).toBe(false);
});
