import { expect, test } from 'vitest';
import { copyBlocks } from '../../../src/domain/connections/copy-blocks.ts';

test.each([
  [0, 0, 1_000],
  [999, 0, 1_000],
  [3_540, 3, 1_000],
  [40_999, 4, 10_000],
  [40_000, 40, 1_000],
  [1_000_000, 10, 100_000],
])('%s files are %s full blocks of %s', (files, full, filesPerBlock) => {
  expect(copyBlocks(files)).toEqual({ full, filesPerBlock });
});
