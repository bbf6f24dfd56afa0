import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { copiedText, copyFormat } from '../../../src/domain/clipboard/copy-format.ts';
import { markdownLink, oneLine, shellWord } from '../../../src/domain/clipboard/quoting.ts';
import { unguarded } from '../../../src/domain/core/csv.ts';
import { anyRecord, anyText, RUNS } from '../arbitraries.ts';
import { aRecord } from '../builders.ts';

const BASE = { connectionId: 'a-connection', baseUrl: 'https://files.example/v3', gateway: 'https://gateway.example' };
const CID = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e';
const file = aRecord({ name: 'a "b".png', cid: 'bafkrei1', keyvalues: [['tier', '=gold']] });
const textOf = (format: (typeof copyFormat.options)[number]): string => copiedText([file], format, BASE).text;

test('each format says the file in its own way', () => {
  expect(textOf('cid')).toBe('bafkrei1');
  expect(textOf('ipfs')).toBe('ipfs://bafkrei1');
  expect(textOf('markdown')).toBe('[a "b".png](ipfs://bafkrei1)');
  expect(textOf('name')).toBe('a "b".png');
  expect(textOf('id')).toBe(file.id);
  expect(textOf('app')).toBe(`pinfold:/c/a-connection/files/public/${file.id}`);
  expect(textOf('curl')).toBe(`curl -H "Authorization: Bearer $TOKEN" '${BASE.baseUrl}/files/public/${file.id}'`);
  expect(JSON.parse(textOf('json'))).toMatchObject({ id: file.id, name: 'a "b".png', keyvalues: { tier: '=gold' } });
  expect(textOf('csv')).toContain(`"a ""b"".png"`);
  expect(textOf('csv')).toContain(`'=gold`);
});

test('many files are lines, a list, or rows', () => {
  const two = [file, aRecord({ ...file, cid: 'bafkrei2', name: 'c' })];
  expect(copiedText(two, 'cid', BASE)).toEqual({ text: 'bafkrei1\nbafkrei2', files: 2, pending: 0 });
  expect(JSON.parse(copiedText(two, 'json', BASE).text)).toHaveLength(2);
  expect(parse(copiedText(two, 'csv', BASE).text)).toHaveLength(3);
});

test('a link leads to the gateway that is set, and without one no file has a link', () => {
  const one = [{ ...file, cid: CID }];
  expect(copiedText(one, 'gateway', BASE).text).toBe(`https://gateway.example/ipfs/${CID}`);
  expect(copiedText(one, 'gateway', { ...BASE, gateway: null })).toEqual({ text: '', files: 0, pending: 1 });
  expect(copiedText([file], 'gateway', BASE)).toMatchObject({ files: 0, pending: 1 });
});

test('a file whose CID is still computed has no line among CIDs, and is counted', () => {
  const two = [file, aRecord({ ...file, cid: 'pending' })];
  expect(copiedText(two, 'ipfs', BASE)).toEqual({ text: 'ipfs://bafkrei1', files: 1, pending: 1 });
  expect(copiedText(two, 'name', BASE)).toMatchObject({ files: 2, pending: 0 });
});

test.for(copyFormat.options)('a long text as %s ends after a whole file', (format) => {
  const many = Array.from({ length: 50 }, () => ({ ...file, cid: CID }));
  const longest = copiedText(many.slice(0, 10), format, BASE).text.length + 5;
  const { text, files } = copiedText(many, format, BASE, longest);
  expect(text.length).toBeLessThanOrEqual(longest);
  expect(files).toBeGreaterThan(0);
  expect(files).toBeLessThan(50);
});

test('no name, id or CID of a service makes a line of its own', () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { minLength: 1, maxLength: 4 }), (files) => {
      for (const format of ['cid', 'ipfs', 'markdown', 'name', 'id', 'app', 'curl'] as const) {
        const { text, files: lines } = copiedText(files, format, BASE);
        expect(text === '' ? lines <= 1 : text.split(/[\r\n\u2028\u2029]/).length === lines).toBe(true);
        expect(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(text)).toBe(false);
        expect(text.isWellFormed()).toBe(true);
      }
    }),
    RUNS,
  );
});

test('JSON holds every record without loss', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      const said: unknown = JSON.parse(copiedText([record], 'json', BASE).text);
      expect(said).toMatchObject({ name: record.name, cid: record.cid });
      expect(new Map(Object.entries((said as { keyvalues: object }).keyvalues))).toEqual(new Map(record.keyvalues));
    }),
    RUNS,
  );
});

test('no cell of the table is a formula, and each is the text it was', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      const [head = [], cells = []] = parse(copiedText([record], 'csv', BASE).text, { relax_column_count: false });
      for (const cell of [...head, ...cells]) expect(/^[=+\-@\t\r\n\0＝＋－＠]/.test(cell)).toBe(false);
      const name = cells[3] ?? '';
      expect(name === '' ? null : unguarded(name)).toBe(record.name?.toWellFormed() ?? null);
    }),
    RUNS,
  );
});

test('a shell takes any text as one word', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 40 }), (texts) => {
      const said = execFileSync('sh', ['-c', `printf '%s\\n' ${texts.map(shellWord).join(' ')}`], { encoding: 'utf8' });
      expect(said).toBe(texts.length === 0 ? '\n' : texts.map((text) => `${oneLine(text)}\n`).join(''));
    }),
    { numRuns: 60 },
  );
});

test('the text of a link ends where it was meant to end, and says what was meant', () => {
  fc.assert(
    fc.property(anyText, (label) => {
      const link = markdownLink(label, 'ipfs://a(b)');
      const [, inside = ''] = /^\[((?:[^\\[\]`*_<>&$]|\\[!-/:-@[-`{-~])*)\]\(ipfs:\/\/a%28b%29\)$/.exec(link) ?? [];
      expect(inside.replace(/\\([!-/:-@[-`{-~])/g, '$1')).toBe(oneLine(label));
    }),
    RUNS,
  );
});
