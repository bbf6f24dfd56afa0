import { expect, test } from 'vitest';
import { SetAside } from '../../../electron/sync/connection/set-aside.ts';

test('a row that several lists have is counted once, and rows that nobody can tell apart are all counted', () => {
  const setAside = new SetAside();
  setAside.add('files', { count: 1, reason: 'a name of bytes', id: 'file-1' });
  setAside.add('files', { count: 1, reason: 'the same row', id: 'file-1' });
  setAside.add('files', { count: 1, reason: 'another row', id: 'file-2' });
  for (const count of [2, 3]) setAside.add('files', { count, reason: 'no id', id: null });
  expect([setAside.count, setAside.reason]).toEqual([7, 'a name of bytes']);
});

test('no row has no reason, and a long reason is told by its beginning', () => {
  const setAside = new SetAside();
  expect([setAside.count, setAside.reason]).toEqual([0, null]);
  setAside.add('files', { count: 1, reason: 'x'.repeat(300), id: null });
  expect(setAside.reason).toBe('x'.repeat(200));
});
