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
  ['lines below columns', 'network,id\nprivate,one', 'id\ntwo\n\nthree', 'network,id\nprivate,one\n,two\n\n,three'],
  ['columns below lines', '\uFEFFone\ntwo', 'a;id\r\nx;three', 'a;id\n;one\n;two\nx;three'],
  ['the same columns', 'network,id\r\n,one\r\n', '\uFEFFnetwork,id\r\n,two', 'network,id\r\n,one\r\n,two'],
  ['other columns in those above', 'network,id\n,one', 'id;name\ntwo;a\n;b\n', 'network,id\n,one\n,two\n'],
  [
    'other columns with their networks',
    'network,id,key:a\nprivate,one,x\n',
    'id\tkey:b\tNetwork\r\n"two"\t"x\ty\n""z"""\tPrivate\r\nthree\tx\tnowhere',
    'network,id,key:a\nprivate,one,x\nprivate,two\n,three\n',
  ],
  ['networks below none', 'name,id\na,one', 'network,id\nprivate,two', 'name,id,network\na,one\n,two,private\n'],
  ['a column below the name of another with a comma', '"a,b",id\n,one', 'two', '"a,b",id\n,one\n,two'],
  ['a list below nothing as it is', ' \n', 'id\none', 'id\none'],
])('joins %s', (_, above, below, joined) => {
  expect(joinedLists(above, below)).toBe(joined);
});

const two = { text: 'two', network: null };

test.each([
  ['all of it was imported', 'one\ntwo', 'one\ntwo', [two], 'two'],
  ['more was typed below', 'one\ntwo\nthree', 'one\ntwo', [two], 'two\nthree'],
  ['more was typed below lines of Windows', 'one\ntwo\nthree', 'one\r\ntwo\r\n', [two], 'two\nthree'],
  ['its last line was typed on', 'one\ntwofold', 'one\ntwo', [two], 'two\none\ntwofold'],
  ['another list was imported', 'typed', 'one\ntwo', [], 'typed'],
  ['a line that was missed is still there', 'typed\ntwo', 'one\ntwo', [two], 'typed\ntwo'],
  [
    'a missed line named its network',
    'network,id\nprivate,one\nprivate,two',
    'network,id\nprivate,one\nprivate,two',
    [{ text: 'one', network: 'private' }, two, { text: 'no, "id"', network: null }],
    'network,id\nprivate,one\n,two\n,"no, ""id"""',
  ],
  [
    'more was typed below a table',
    'network,id\nprivate,one\nprivate,two\n\nprivate,three',
    'network,id\r\nprivate,one\r\nprivate,two\r\n',
    [{ text: 'one', network: 'private' }],
    'network,id\nprivate,one\n\nprivate,three',
  ],
  [
    'more was typed below a table of which nothing was missed',
    'network;id\nprivate;one\nprivate;two',
    'network;id\nprivate;one',
    [],
    'network;id\nprivate;two',
  ],
  [
    'more was typed below a table of more columns',
    'name;id;network\na;one;private\nb;two;private',
    'name;id;network\na;one;private',
    [{ text: 'one', network: 'private' }],
    'name;id;network\n;one;private\nb;two;private',
  ],
  [
    'ids alone were typed beside a table',
    'id\ntyped\ntwo',
    'network,id\nprivate,one\n,two',
    [{ text: 'one', network: 'private' }, two],
    'network,id\nprivate,one\n,typed\n,two',
  ],
  [
    'a table without networks was typed beside one with them',
    'name,id\na,typed',
    'network,id\nprivate,one',
    [{ text: 'one', network: 'private' }],
    'name,id,network\n,one,private\na,typed',
  ],
  ['a table was typed beside a list', 'network,id\nprivate,typed', 'two', [two], 'network,id\n,two\nprivate,typed'],
  [
    'a missed line of a table is still there',
    'network,id\nprivate,one',
    'id,network\none,private',
    [{ text: 'one', network: 'private' }],
    'network,id\nprivate,one',
  ],
] as const)('what stays of a text where %s', (_, text, list, missed, left) => {
  expect(textAfterImport(text, list, missed)).toBe(left);
});
