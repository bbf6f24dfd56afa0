import { expect, test } from 'vitest';
import { ceilingAfter, firstFileCeiling } from '../../../src/domain/connections/file-ceiling.ts';

test('a second answer to the same question raises the ceiling no further', () => {
  const once = ceilingAfter('goOn', firstFileCeiling, 2_000_000);
  expect([once.files, ceilingAfter('goOn', once, 2_000_000)]).toEqual([4_000_000, once]);
  expect(ceilingAfter('goOn', once, 4_000_000)).toEqual({ files: 6_000_000, isFinal: false });
});

test('a copy that was to stop goes on up to its ceiling, of which files have gone since', () => {
  const stopped = ceilingAfter('stopHere', firstFileCeiling, 2_000_000);
  expect(ceilingAfter('goOn', stopped, 1_999_000)).toEqual(firstFileCeiling);
});
