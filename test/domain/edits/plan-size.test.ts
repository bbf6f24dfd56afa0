import { expect, test } from 'vitest';
import type { BulkOperation } from '../../../src/domain/edits/bulk.ts';
import { estimatedPlanBytes, plannedBytes, tooLarge } from '../../../src/domain/edits/plan-size.ts';
import { keyField } from '../../../src/domain/files/field.ts';

test.each<[BulkOperation, number]>([
  [{ kind: 'setKey', key: 'abc', value: 'de' }, 5],
  [{ kind: 'removeKey', key: 'abc' }, 3],
  [{ kind: 'renameKey', from: 'abc', to: 'de' }, 5],
  [{ kind: 'replaceInName', find: 'abc', replacement: 'de', matchCase: true }, 2],
  [{ kind: 'addToName', prefix: 'abc', suffix: 'de' }, 5],
  [{ kind: 'numberNames', stem: 'abc', first: 1, digits: 4 }, 7],
])('%j is taken for two bytes of each character that it may write, in every file', (operation, characters) => {
  const [none, one] = [estimatedPlanBytes([], 1), estimatedPlanBytes([operation], 1)];
  const empty = estimatedPlanBytes([{ kind: 'replaceInName', find: 'a', replacement: '', matchCase: true }], 1);
  expect(one - empty).toBe(2 * characters);
  expect(empty).toBeGreaterThan(none);
  expect(estimatedPlanBytes([operation, operation], 3)).toBe(3 * (2 * one - none));
});

test('a planned file has the size of its texts beside what every file and every change takes', () => {
  const bare = { field: 'name', base: null, mine: null } as const;
  const [none, one, two] = [plannedBytes([]), plannedBytes([bare]), plannedBytes([bare, bare])];
  expect(none).toBeGreaterThan(0);
  expect(two - one).toBe(one - none);
  expect(one - none).toBeGreaterThan(0);
  expect(plannedBytes([{ field: keyField('abc'), base: 'de', mine: 'f' }])).toBe(one + 2 * 6);
});

test('a plan may be as large as the largest, and no larger', () => {
  expect(tooLarge(3, 100, 100)).toBeNull();
  expect(tooLarge(3, 101, 100)).toEqual({ kind: 'planTooLarge', files: 3, sizeBytes: 101, mostBytes: 100 });
});
