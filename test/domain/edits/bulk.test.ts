import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { bulkChanges, bulkOperation, type BulkOperation } from '../../../src/domain/edits/bulk.ts';
import { fieldValue, keyField } from '../../../src/domain/files/field.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { projectedRecord } from '../../../src/domain/edits/edit.ts';
import { anyRecord, anyText, held, RUNS } from '../arbitraries.ts';
import { aChange, aRecord } from '../builders.ts';

vi.setConfig({ testTimeout: 60_000 });

const aKey = fc.oneof(
  fc.constantFrom('a', 'b', '__proto__', 'name', '7'),
  anyText.filter((key) => key !== ''),
);
const anyOperation: fc.Arbitrary<BulkOperation> = fc.oneof(
  fc.record({ kind: fc.constant('setKey' as const), key: aKey, value: anyText }),
  fc.record({ kind: fc.constant('removeKey' as const), key: aKey }),
  fc.record({ kind: fc.constant('renameKey' as const), from: aKey, to: aKey }),
  fc.record({
    kind: fc.constant('replaceInName' as const),
    find: aKey,
    replacement: anyText,
    matchCase: fc.constant(true),
  }),
  fc.record({ kind: fc.constant('addToName' as const), prefix: anyText, suffix: anyText }),
  fc.record({
    kind: fc.constant('numberNames' as const),
    stem: anyText,
    first: fc.nat(2_000),
    digits: fc.integer({ min: 1, max: 12 }),
  }),
);

/** What the sentences of the screen say, carried out in the plainest way there is. */
function carriedOut(record: FileRecord, operations: readonly BulkOperation[], position: number) {
  const keys = new Map(record.keyvalues);
  let { name } = record;
  for (const one of operations) {
    const dot = (name ?? '').lastIndexOf('.');
    const cut = dot <= 0 ? (name ?? '').length : dot;
    const [stem, ending] = [(name ?? '').slice(0, cut), (name ?? '').slice(cut)];
    if (one.kind === 'setKey') keys.set(one.key, one.value);
    else if (one.kind === 'removeKey') keys.delete(one.key);
    else if (one.kind === 'renameKey') {
      const value = keys.get(one.from);
      if (value === undefined) continue;
      keys.delete(one.from);
      keys.set(one.to, value);
    } else if (one.kind === 'numberNames') {
      name = `${one.stem}${String(one.first + position).padStart(one.digits, '0')}${ending}`;
    } else if (name === null) continue;
    else if (one.kind === 'addToName') name = `${one.prefix}${stem}${one.suffix}${ending}`;
    else name = name.split(one.find).join(one.replacement);
  }
  return { name, keys };
}

/** Half a character is not plain text to search for; a whole one that contains it must stay whole. */
const isWhole = (one: BulkOperation): boolean => one.kind !== 'replaceInName' || one.find.isWellFormed();

describe('a bulk edit', () => {
  test('makes of every record what its operations describe', () => {
    const operations = fc.array(anyOperation.filter(isWhole), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(anyRecord, operations, fc.nat(20_000), (record, steps, position) => {
        fc.pre(record.name?.isWellFormed() ?? true);
        // Letters in parts have tests of their own.
        fc.pre(!/\p{M}/u.test(JSON.stringify([record.name, steps])));
        const changes = bulkChanges(record, steps, position);
        const queued = changes.map(({ field, base, mine }, at) => aChange(at + 1, base, mine, 'queued', field));
        expect(held(projectedRecord(record, queued))).toEqual(carriedOut(record, steps, position));
      }),
      RUNS,
    );
  });

  test('names each field once, from what is shown, and only where something changes', () => {
    fc.assert(
      fc.property(anyRecord, fc.array(anyOperation), (record, steps) => {
        const changes = bulkChanges(record, steps, 0);
        expect(new Set(changes.map(({ field }) => field)).size).toBe(changes.length);
        for (const { field, base, mine } of changes) {
          expect(base).toBe(fieldValue(record, field));
          expect(mine).not.toBe(base);
        }
      }),
      RUNS,
    );
  });

  test('takes what the contract lets through', () => {
    fc.assert(
      fc.property(anyOperation, (operation) => {
        expect(bulkOperation.parse(operation)).toEqual(operation);
      }),
      RUNS,
    );
  });
});

const renamed = (name: string | null, ...operations: readonly BulkOperation[]) =>
  bulkChanges(aRecord({ name }), operations, 4)[0]?.mine;

describe('a name', () => {
  test.each([
    ['a.tar.gz', 'a.tar-x.gz'],
    ['.env', '.env-x'],
    ['no dot', 'no dot-x'],
    ['ends.', 'ends-x.'],
    ['.a.b', '.a-x.b'],
    ['', '-x'],
  ])('"%s" keeps its ending when something is added', (name, after) => {
    expect(renamed(name, { kind: 'addToName', prefix: '', suffix: '-x' })).toBe(after);
  });

  test.each([
    ['a.tar.gz', 'photo-007.gz'],
    ['.env', 'photo-007'],
    ['plain', 'photo-007'],
    [null, 'photo-007'],
  ])('%j keeps its ending when it is numbered', (name, after) => {
    expect(renamed(name, { kind: 'numberNames', stem: 'photo-', first: 3, digits: 3 })).toBe(after);
  });

  test('takes more digits than were asked for where the number needs them', () => {
    expect(renamed('a.b', { kind: 'numberNames', stem: '', first: 999, digits: 2 })).toBe('1003.b');
  });

  test('that the service left empty stays empty unless it is numbered', () => {
    const replace = { kind: 'replaceInName', find: 'a', replacement: 'b', matchCase: true } as const;
    expect(bulkChanges(aRecord({ name: null }), [replace, { kind: 'addToName', prefix: 'x', suffix: '' }], 0)).toEqual(
      [],
    );
  });

  test.each([
    ['my-file-1.png', '-', '_', 'my_file_1.png'],
    ['a+b (1) [x]', '(1) [', '$& $1 \\', 'a+b $& $1 \\x]'],
    ['a/b\\c^d$e', '\\c^d$', '|', 'a/b|e'],
    ['{x}.*?', '.*?', '', '{x}'],
  ])('%j has every %j replaced, as plain text', (name, find, replacement, after) => {
    expect(renamed(name, { kind: 'replaceInName', find, replacement, matchCase: true })).toBe(after);
  });

  test('is searched with case or without', () => {
    const find = { kind: 'replaceInName', find: 'É', replacement: 'e' } as const;
    expect(renamed('Élan É.png', { ...find, matchCase: true })).toBe('elan e.png');
    expect(renamed('élan É.png', { ...find, matchCase: false })).toBe('elan e.png');
    expect(renamed('élan.png', { ...find, matchCase: true })).toBeUndefined();
  });

  // A Mac gives names in letters and marks, and a keyboard types whole letters.
  test.each([
    ['a mark of its own', 'Mu\u0308ller Cafe\u0301.png', 'M\u00fcller', 'Meyer', 'Meyer Cafe\u0301.png'],
    ['a whole letter', 'M\u00fcller.png', 'Mu\u0308ller', 'Meyer', 'Meyer.png'],
    ['syllables in parts', '\u1100\u1161\u1102\u1161.png', '\uac00', 'x', 'x\u1102\u1161.png'],
  ])(
    'is found where it is written with %s, and what is searched for is not',
    (_how, name, find, replacement, after) => {
      for (const matchCase of [true, false])
        expect(renamed(name, { kind: 'replaceInName', find, replacement, matchCase })).toBe(after);
    },
  );

  test.each([
    ['a letter', 'Cafe\u0301 e.png', 'e', 'Cafe\u0301 x.png'],
    ['a syllable', '\u1100\u1161\u11a8 \u1100\u1161.png', '\uac00', '\u1100\u1161\u11a8 x.png'],
    ['a kana', '\u304b\u3099\u304b', '\u304b', '\u304b\u3099x'],
  ])('keeps %s whole whose beginning alone is searched for', (_what, name, find, after) => {
    expect(renamed(name, { kind: 'replaceInName', find, replacement: 'x', matchCase: true })).toBe(after);
  });

  test('keeps its characters whole', () => {
    expect(
      renamed('\u{1f600}', { kind: 'replaceInName', find: '\ud83d', replacement: 'x', matchCase: true }),
    ).toBeUndefined();
  });
});

test('a renamed key takes the place of one that is there, and a missing one is left alone', () => {
  const record = aRecord({
    keyvalues: [
      ['a', '1'],
      ['b', '2'],
    ],
  });
  const rename = (from: string, to: string) => bulkChanges(record, [{ kind: 'renameKey', from, to }], 0);
  expect(rename('a', 'b')).toEqual([
    { field: keyField('a'), base: '1', mine: null },
    { field: keyField('b'), base: '2', mine: '1' },
  ]);
  expect([rename('none', 'b'), rename('a', 'a')]).toEqual([[], []]);
});

describe('a name that grows', () => {
  const prefix: BulkOperation = { kind: 'addToName', prefix: 'x'.repeat(10_000), suffix: '' };
  const lengthAfter = (name: string, ...steps: readonly BulkOperation[]) => renamed(name, ...steps)?.length;

  test('beyond 100,000 characters is left as it is by the steps that follow', () => {
    expect(lengthAfter('', ...Array<BulkOperation>(12).fill(prefix))).toBe(110_000);
    expect(lengthAfter('a', ...Array<BulkOperation>(12).fill(prefix))).toBe(100_001);
  });

  test('is not replaced in any further, and keeps what follows', () => {
    const step: BulkOperation = { kind: 'replaceInName', find: 'a', replacement: 'x'.repeat(10_000), matchCase: true };
    expect(lengthAfter('a'.repeat(13), step)).toBe(110_002);
    expect(renamed('a'.repeat(13), step)?.endsWith('xaa')).toBe(true);
  });

  test('from a length that the service holds already takes a step all the same', () => {
    expect(lengthAfter('a'.repeat(150_000), { kind: 'addToName', prefix: '', suffix: 'x' }, prefix)).toBe(150_001);
  });
});
