import { expect, test } from 'vitest';
import type { FileKey } from '../../../src/domain/core/ids.ts';
import {
  advanced,
  guidedPracticeBegun as begun,
  type GuidedFacts,
  type GuidedRename,
  stepNow,
} from '../../../src/domain/practice/guided-practice.ts';
import { uuid } from '../../support/builders.ts';

const key = { network: 'public', id: uuid(1) } as FileKey;
const rename = { changeSetId: uuid(2), key } as GuidedRename;
const nothing: GuidedFacts = {
  isNetworkOn: true,
  newestSetAtMs: 7,
  newRename: null,
  renameStatus: null,
  changedElsewhere: null,
};
const away: GuidedFacts = { ...nothing, isNetworkOn: false };

test('each step is done by doing it, and only in its turn', () => {
  expect(stepNow(begun)).toBe('networkOff');
  expect(advanced(begun, { ...nothing, newRename: rename, changedElsewhere: key })).toBe(begun);
  const off = advanced(begun, away);
  expect([stepNow(off), off.sinceMs]).toEqual(['rename', 7]);
  const renamed = advanced(off, { ...away, newRename: rename, renameStatus: null });
  expect([stepNow(renamed), renamed.renamed]).toEqual(['elsewhere', rename]);
  const other = { ...key, id: uuid(3) } as FileKey;
  expect(advanced(renamed, { ...away, renameStatus: 'waiting', changedElsewhere: other })).toBe(renamed);
  const changed = advanced(renamed, { ...away, renameStatus: 'waiting', changedElsewhere: key });
  expect(stepNow(changed)).toBe('networkOn');
  const back = advanced(changed, { ...nothing, renameStatus: 'needsYou' });
  expect(stepNow(back)).toBe('decide');
  expect(advanced(back, { ...nothing, renameStatus: 'needsYou' })).toBe(back);
  expect(stepNow(advanced(back, { ...nothing, renameStatus: 'decided' }))).toBeNull();
});

test('a rename that was sent before somebody else changed the file starts the practice again', () => {
  const renamed = advanced(advanced(begun, away), { ...away, newRename: rename });
  const again = advanced(renamed, { ...nothing, renameStatus: 'decided' });
  expect(again).toMatchObject({ done: 0, renamed: null, isOpen: true });
});

test('edits that waited before the network went are no step of the practice', () => {
  const off = advanced(begun, { ...away, newRename: rename });
  expect([stepNow(off), off.renamed]).toEqual(['rename', null]);
});
