import { expect, test } from 'vitest';
import type { BulkOperation } from '../../../src/domain/edits/bulk.ts';
import type { RequestedChange } from '../../../src/domain/edits/edit.ts';
import {
  bulkTitle,
  clippedName,
  mayLackValue,
  remedyTitle,
  tableTitle,
  titleOf,
  titleWithValue,
} from '../../../src/domain/edits/set-title.ts';
import { keyField } from '../../../src/domain/files/field.ts';

const pair = (key: string, base: string | null, mine: string | null): RequestedChange => ({
  field: keyField(key),
  base,
  mine,
});
const rename: RequestedChange = { field: 'name', base: 'a.png', mine: 'b.png' };

test('the title of an edit of one file carries the value that it writes', () => {
  expect(titleOf('a.png', [pair('tier', null, 'gold')])).toBe('Set tier = gold on a.png');
  expect(titleOf('a.png', [pair('tier', 'gold', '')])).toBe('Set tier = (empty) on a.png');
  expect(titleOf('a.png', [pair('tier', 'gold', null)])).toBe('Remove tier from a.png');
  expect(titleOf('a.png', [rename])).toBe('Rename a.png to b.png');
  expect(titleOf('a.png', [])).toBe('Change nothing in a.png');
  expect(titleOf('a.png', [rename, pair('note', 'x', null), pair('tier', null, 'gold')])).toBe(
    'Set tier = gold and 2 more on a.png',
  );
  expect(titleOf('a.png', [rename, pair('note', 'x', null)])).toBe('Remove note and 1 more from a.png');
});

test('a value that moves to another key is a rename of the key, and a value that changes on the way is none', () => {
  expect(titleOf('a.png', [pair('tier', 'gold', null), pair('level', null, 'gold')])).toBe(
    'Rename key tier to level on a.png',
  );
  expect(titleOf('a.png', [pair('level', null, 'gold'), pair('tier', 'gold', null)])).toBe(
    'Rename key tier to level on a.png',
  );
  expect(titleOf('a.png', [pair('tier', 'gold', null), pair('level', null, 'silver')])).toBe(
    'Set level = silver and 1 more on a.png',
  );
});

test('the title of a bulk edit says its first step with the value, and how many more there are', () => {
  const titles: readonly [BulkOperation, string][] = [
    [{ kind: 'setKey', key: 'tier', value: 'gold' }, 'Set tier = gold on 413 files'],
    [{ kind: 'removeKey', key: 'note' }, 'Remove note from 413 files'],
    [{ kind: 'renameKey', from: 'a', to: 'b' }, 'Rename key a to b on 413 files'],
    [
      { kind: 'replaceInName', find: 'proof', replacement: 'final', matchCase: true },
      'Replace “proof” by “final” in the names of 413 files',
    ],
    [{ kind: 'addToName', prefix: '', suffix: '-v2' }, 'Add “-v2” to the names of 413 files'],
    [{ kind: 'numberNames', stem: 'sheet-', first: 1, digits: 3 }, 'Rename 413 files to sheet-{n}'],
  ];
  expect(titles.map(([step]) => bulkTitle([step], 413))).toEqual(titles.map(([, title]) => title));
  const steps = titles.map(([step]) => step).slice(0, 2);
  expect(bulkTitle(steps, 1)).toBe('Set tier = gold and 1 more on 1 file');
});

test('the title of a table names the keys that it changes', () => {
  expect(tableTitle([pair('tier', null, 'a'), pair('stage', null, 'b')], 2)).toBe(
    'Import tier, stage from a table for 2 files',
  );
  expect(tableTitle([rename, pair('tier', null, 'a'), pair('stage', null, 'b')], 1)).toBe(
    'Import names, tier and 1 more from a table for 1 file',
  );
  expect(tableTitle([], 0)).toBe('Import a table for 0 files');
});

test('a long value is cut in a title, between characters', () => {
  const title = titleOf('a.png', [pair('note', null, '😀'.repeat(100))]);
  expect(title).toBe(`Set note = ${'😀'.repeat(47)}…${'😀'.repeat(12)} on a.png`);
});

test('the title that an earlier build wrote gets the value of its first edit', () => {
  expect(titleWithValue('Set tier on 413 files', [pair('tier', null, 'gold')])).toBe('Set tier = gold on 413 files');
  expect(titleWithValue('Add tier of a.png', [pair('tier', null, 'gold')])).toBe('Set tier = gold on a.png');
  expect(titleWithValue('Change 2 fields of a.png', [pair('tier', 'x', 'gold'), rename])).toBe(
    'Set tier = gold and 1 more on a.png',
  );
  expect(titleWithValue('Set tier on 2 files', [pair('stage', null, 'gold')])).toBe('Set tier on 2 files');
  expect(titleWithValue('Change tier of a.png', [])).toBe('Change tier of a.png');
  expect(
    ['Set tier = gold on 2 files', 'Rename a to b', 'Undo: Set tier on 2 files'].map((title) =>
      titleWithValue(title, [rename]),
    ),
  ).toEqual(['Set tier = gold on 2 files', 'Rename a to b', 'Undo: Set tier on 2 files']);
  expect(mayLackValue('Rename a to b')).toBe(false);
});

test('edits that ask for a refused value elsewhere are named by what moves, not by what stays', () => {
  const moves = { kind: 'otherKey', from: 'tier', into: 'note' } as const;
  const edit = { wanted: [pair('colour', null, 'red'), pair('tier', null, 'gold')] };
  expect(remedyTitle(moves, [edit, edit])).toBe('Set note = gold on 2 files');
  expect(remedyTitle(moves, [edit, { wanted: [pair('tier', null, 'silver')] }])).toBe('Edit 2 files');
  expect(remedyTitle(moves, [edit, { wanted: [rename] }])).toBe('Edit 2 files');
  const room = { kind: 'makeRoom', key: 'note' } as const;
  expect(remedyTitle(room, [{ wanted: [rename, pair('tier', null, 'gold')] }])).toBe(
    'Set tier = gold and 1 more on 1 file',
  );
});

test('only the titles of earlier builds may lack a value', () => {
  const lacking = ['Set tier on 413 files', 'Set tier on 1 file', 'Add tier of a.png', 'Change tier of a.png'];
  expect(lacking.map(mayLackValue)).toEqual([true, true, true, true]);
  expect(['Rename a.png to b.png', 'Set tier = gold on a.png'].map(mayLackValue)).toEqual([false, false]);
});

test.each([
  { prefix: '', suffix: '-2024' },
  { prefix: 'final-', suffix: ' of 3' },
])('what is added to the names of many files stays in the title ($prefix, $suffix)', (added) => {
  for (const others of [[], [{ kind: 'setKey', key: 'tier', value: 'gold' } as const]]) {
    const title = bulkTitle([{ kind: 'addToName', ...added }, ...others], 1_200);
    expect(mayLackValue(title)).toBe(false);
    expect(titleWithValue(title, [{ field: 'name', base: 'a.png', mine: 'a-2024.png' }])).toBe(title);
  }
});

test('a name of sixty characters stands whole in a title', () => {
  expect(clippedName('x'.repeat(60))).toBe('x'.repeat(60));
  expect(clippedName('x'.repeat(61))).toBe(`${'x'.repeat(47)}…${'x'.repeat(12)}`);
});

test('a longer name keeps its end in a title, which tells it from its neighbours, and no mark without its letter', () => {
  const name = `tidewater-atlas-${'sheet-'.repeat(10)}09-final-v3.tif`;
  expect(clippedName(name)).toMatch(/^tidewater-atlas-.*…final-v3\.tif$/);
  expect([...clippedName(name)]).toHaveLength(60);
  expect(clippedName(`${'x'.repeat(60)}e\u0301inal-v3.tif`)).toMatch(/x…inal-v3\.tif$/);
});

const coder = '\u{1f469}\u200d\u{1f4bb}';
const german = '\u{1f1e9}\u{1f1ea}';
const x = (count: number): string => 'x'.repeat(count);

test.each([
  ['a mark', `${x(46)}e\u0301${'y'.repeat(40)}`, `${x(46)}…${'y'.repeat(12)}`],
  ['what is joined', `${x(45)}${coder}${'y'.repeat(40)}`, `${x(45)}…${'y'.repeat(12)}`],
  ['what is joined, at the end', `${x(60)}${coder}234567.tif`, `${x(47)}…234567.tif`],
  ['a flag', `${x(60)}${german}1234567.tif`, `${x(47)}…1234567.tif`],
  ['a colour of skin', `${x(60)}\u{1f44d}\u{1f3fd}1234567.tif`, `${x(47)}…1234567.tif`],
  ['a pile of marks, which is cut all the same', `e${'\u0301'.repeat(99)}`, `e${'\u0301'.repeat(46)}…`],
])('a longer name keeps no part of %s that is cut', (_, name, clipped) => {
  expect(clippedName(name)).toBe(clipped);
});

test.each<[string, readonly RequestedChange[]]>([
  ['more changes than two', [pair('a', 'x', null), pair('b', null, 'x'), pair('c', null, 'y')]],
  ['another key than a new one', [pair('a', 'x', null), pair('b', 'y', 'x')]],
  ['a name', [pair('a', 'x', null), { field: 'name', base: null, mine: 'x' }]],
  ['nothing that is taken away', [pair('a', 'x', 'y'), pair('b', null, 'x')]],
])('a value that moves to another key is no rename of it with %s', (_what, changes) => {
  expect(titleOf('a.png', changes)).not.toMatch(/^Rename key/);
});

test('what is added before and after a name stands in the title, and a name without text is empty', () => {
  expect(bulkTitle([{ kind: 'addToName', prefix: 'a-', suffix: '-b' }], 1)).toBe(
    'Add “a-” and “-b” to the names of 1 file',
  );
  expect(bulkTitle([{ kind: 'addToName', prefix: '', suffix: '' }], 1)).toBe('Add  to the names of 1 file');
  expect(titleOf('a.png', [{ field: 'name', base: 'a.png', mine: null }])).toBe('Rename a.png to ');
  expect(bulkTitle([], 2)).toBe('Edit 2 files');
});

test('a table that changes two keys in many files names each once', () => {
  const changes = [pair('tier', null, 'a'), pair('tier', 'b', 'c'), pair('stage', null, 'b')];
  expect(tableTitle(changes, 3)).toBe('Import tier, stage from a table for 3 files');
});

test('edits that ask for nothing in common are only counted', () => {
  const moves = { kind: 'otherKey', from: 'tier', into: 'note' } as const;
  expect(remedyTitle(moves, [{ wanted: [pair('tier', 'x', null)] }])).toBe('Edit 1 file');
  expect(remedyTitle(moves, [])).toBe('Edit 0 files');
  const room = { kind: 'makeRoom', key: 'note' } as const;
  const other = { wanted: [pair('level', null, 'gold')] };
  expect(remedyTitle(room, [{ wanted: [pair('tier', null, 'gold')] }, other])).toBe('Edit 2 files');
});

test('a removal gives the title of an earlier build no value', () => {
  expect(titleWithValue('Set tier on 2 files', [pair('tier', 'gold', null)])).toBe('Set tier on 2 files');
});
