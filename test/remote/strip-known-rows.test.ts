import { expect, test } from 'vitest';
import { stripKnownRows } from '../../electron/remote/strip-known-rows.ts';
import { parseStrictly } from '../../electron/remote/strict-json.ts';
import { readFileList } from '../../electron/remote/wire-format.ts';

const rows = [
  '{"id":"a","name":"one","keyvalues":{"id":"b","n":[1,{"x":"]}"}]}}',
  '{"id":"b","name":"quo\\"te \\\\","cid":"Ü{[\u{1f600}"}',
  '{"name":"no id first","id":"c"}',
  '{"id":"d","size":12345678901234567890}',
  '{"id":17}',
];
const list = (all: readonly string[], tail = '],"next_page_token":"t"}}'): string =>
  `{"data":{"files":[${all.join(',')}${tail}`;

const takeAll = (text: string) => stripKnownRows(text, 'public', () => []);
const read = (text: string) => {
  const json = parseStrictly(text);
  return json.ok ? readFileList(json.value, 'public') : json.failure;
};

test('whichever rows are taken out, the rest reads as it does in the whole', () => {
  const every = [...Array(2 ** rows.length).keys()];
  for (const tail of ['],"next_page_token":"t"}}', '],"next_page_token":null}}\n', ']}}']) {
    for (const subset of every) {
      const isLeft = (at: number): boolean => (subset & (1 << at)) !== 0;
      const left = stripKnownRows(list(rows, tail), 'public', (all) => all.filter((_row, at) => isLeft(at)));
      expect(left.known).toBe(rows.filter((_row, at) => !isLeft(at)).length);
      const expected = list(
        rows.filter((_row, at) => isLeft(at)),
        tail,
      );
      expect(read(left.text)).toEqual(read(expected));
    }
  }
});

test('rows are offered as they are written, with the id they begin with', () => {
  const offered: unknown[] = [];
  stripKnownRows(list(rows), 'private', (all) => {
    offered.push(...all);
    return all;
  });
  const ids = ['a', 'b', '', 'd', ''];
  expect(offered).toEqual(rows.map((raw, at) => ({ record: { network: 'private', id: ids[at] }, raw })));
});

const deep = `{"id":"deep","x":${'['.repeat(61)}${']'.repeat(61)}}`;

test.each([
  ['another list of files follows', list(rows, '],"files":[]}}')],
  ['another one follows in disguise', list(rows, '],"\\u0066iles":[]}}')],
  ['other data follow', list(rows, ']},"data":{"files":[]}}')],
  ['a token holds an escape', list(rows, '],"next_page_token":"\\u0041"}}')],
  ['something comes after it', `${list(rows)} {}`],
  ['a row is no object', list([...rows, '7'])],
  ['a row begins with something else', list([...rows, '7{"id":"e"}'])],
  ['it has another name', list(rows).replace('files', 'fi1es')],
  ['a comma comes after the last row', list([...rows, ''])],
  ['a row is cut short', list(rows).slice(0, 150)],
  ['it ends within an escape', `${list(['{"id":"'])}\\`],
  ['it is nested too deep', list([...rows, deep])],
  ['it is written with spaces', JSON.stringify(JSON.parse(list(rows)), null, 1)],
  ['the list is no list', '{"data":{"files":null}}'],
  ['the list is empty', list([])],
])('a list is left whole when %s', (_when, text) => {
  expect(takeAll(text)).toEqual({ text, known: 0 });
});

test('what is no JSON beside a known row is found', () => {
  const text = list([rows[0] ?? '', '{"id":"x"]}', '{"id":"y",}']);
  const left = stripKnownRows(text, 'public', (all) => all.filter(({ record }) => record.id !== 'a'));
  expect(left.known).toBeLessThanOrEqual(1);
  expect(parseStrictly(left.text)).toEqual({ ok: false, failure: 'the answer is not JSON' });
});

test('rows within 64 levels are offered', () => {
  const row = `{"id":"deep","x":${'['.repeat(60)}${']'.repeat(60)}}`;
  expect(parseStrictly(list([row]))).toMatchObject({ ok: true });
  expect(takeAll(list([row])).known).toBe(1);
  expect(parseStrictly(list([deep]))).toMatchObject({ ok: false });
});
