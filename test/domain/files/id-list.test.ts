import { expect, test } from 'vitest';
import { isIdList, joinedLists, textAfterImport } from '../../../src/domain/files/id-list.ts';

const id = '0b9b7fd5-8b7e-4ab6-9d0e-7d7d3d2f6a11';

test.each([
  ['one id on each line', `${id}\n${id}\n`],
  ['one id on each line, as Windows ends them', `\uFEFF${id}\r\n${id}\r\n`],
  ['one column under its name', `id\n${id}\n`],
  ['an array of texts', `[\n  "${id}"\n]`],
])('%s is a list of ids', (_, text) => {
  expect(isIdList(text)).toBe(true);
});

test.each([
  ['columns between commas', `network,id,name\npublic,${id},a.png\n`],
  ['columns between semicolons', `id;name\n${id};a.png\n`],
  ['columns between tabs', `id\tname\n${id}\ta.png\n`],
  ['an array of objects', `[{"id":"${id}","name":"a.png"}]`],
  ['an object on each line', `{"id":"${id}"}\n`],
  ['nothing', ' \n'],
])('%s is none', (_, text) => {
  expect(isIdList(text)).toBe(false);
});

test.each([
  ['lines below lines', 'one\r\ntwo', 'three\n', 'one\r\ntwo\nthree\n'],
  ['a column without its name', 'id\none\n', '\uFEFF"ID"\r\ntwo\r\n', 'id\none\ntwo\r\n'],
  ['an array as lines', '["one"]', '[\n "two",\n "three"\n]', 'one\ntwo\nthree'],
  ['what is no array after all', 'one', '["two"', 'one\n["two"'],
  ['a list below nothing as it is', ' \n', 'id\none', 'id\none'],
])('joins %s', (_, above, below, joined) => {
  expect(joinedLists(above, below)).toBe(joined);
});

test.each([
  ['all of it was imported', 'one\ntwo', 'one\ntwo', ['two'], 'two'],
  ['more was typed below', 'one\ntwo\nthree', 'one\ntwo', ['two'], 'two\nthree'],
  ['more was typed below lines of Windows', 'one\ntwo\nthree', 'one\r\ntwo\r\n', ['two'], 'two\nthree'],
  ['its last line was typed on', 'one\ntwofold', 'one\ntwo', ['two'], 'two\none\ntwofold'],
  ['another list was imported', 'typed', 'one\ntwo', [], 'typed'],
  ['a line that was missed is still there', 'typed\ntwo', 'one\ntwo', ['two'], 'typed\ntwo'],
])('what stays of a text where %s', (_, text, list, missed, left) => {
  expect(textAfterImport(text, list, missed)).toBe(left);
});
