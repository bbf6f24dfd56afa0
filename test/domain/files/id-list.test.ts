import { expect, test } from 'vitest';
import { isIdList } from '../../../src/domain/files/id-list.ts';

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
