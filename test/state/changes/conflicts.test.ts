import { expect, test } from 'vitest';
import type { Conflict } from '../../../src/contract/changes.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { FileConflictState } from '../../../src/state/changes/conflicts.svelte.ts';

const aConflict = (over: Partial<Conflict> = {}): Conflict => ({
  key: { network: 'public', id: fileId.parse('f1') },
  fileName: 'aurora-0412.png',
  field: 'key:rarity',
  base: 'rare',
  mine: 'epic',
  server: 'mythic',
  serverSeenAtMs: 1,
  editIds: [],
  ...over,
});

test('nothing is chosen for the person', () => {
  const state = new FileConflictState([aConflict()]);
  expect({ previews: state.previews, undecided: state.undecided, isDecided: state.isDecided }).toEqual({
    previews: [{ field: 'key:rarity', kind: 'undecided' }],
    undecided: 1,
    isDecided: false,
  });
});

test('shows what each choice will leave in the record', () => {
  const state = new FileConflictState([
    aConflict(),
    aConflict({ field: 'key:season', mine: null, server: '2' }),
    aConflict({ field: 'name', mine: 'a.png', server: 'b.png' }),
  ]);
  state.choose('key:rarity', { kind: 'server' });
  state.choose('key:season', { kind: 'mine' });
  state.chooseByHand('name');
  state.choose('name', { kind: 'byHand', value: 'c.png' });
  expect({ previews: state.previews, isDecided: state.isDecided, decisions: state.decisions }).toEqual({
    previews: [
      { field: 'key:rarity', kind: 'decided', value: 'mythic', lost: { from: 'mine', value: 'epic' } },
      { field: 'key:season', kind: 'decided', value: null, lost: { from: 'server', value: '2' } },
      { field: 'name', kind: 'decided', value: 'c.png', lost: { from: 'server', value: 'b.png' } },
    ],
    isDecided: true,
    decisions: [
      { field: 'key:rarity', choice: { kind: 'server' }, server: 'mythic' },
      { field: 'key:season', choice: { kind: 'mine' }, server: '2' },
      { field: 'name', choice: { kind: 'byHand', value: 'c.png' }, server: 'b.png' },
    ],
  });
});

test('writing by hand starts from the own value and keeps what was written', () => {
  const state = new FileConflictState([aConflict()]);
  state.chooseByHand('key:rarity');
  expect(state.choiceOf('key:rarity')).toEqual({ kind: 'byHand', value: 'epic' });
  state.choose('key:rarity', { kind: 'byHand', value: 'legendary' });
  state.chooseByHand('key:rarity');
  expect(state.choiceOf('key:rarity')).toEqual({ kind: 'byHand', value: 'legendary' });
});

test('a name that cannot be kept is not a decision', () => {
  const state = new FileConflictState([aConflict({ field: 'name' })]);
  state.choose('name', { kind: 'byHand', value: '' });
  expect([state.problemOf('name'), state.isDecided]).toEqual(['empty', false]);
});

test('a value may be empty', () => {
  const state = new FileConflictState([aConflict()]);
  state.choose('key:rarity', { kind: 'byHand', value: '' });
  expect([state.problemOf('key:rarity'), state.isDecided]).toEqual([null, true]);
});

test('a choice about a value that the server no longer has is taken back', () => {
  const season = aConflict({ field: 'key:season', server: '2' });
  const state = new FileConflictState([aConflict(), season]);
  state.choose('key:rarity', { kind: 'mine' });
  state.choose('key:season', { kind: 'mine' });
  state.update([aConflict({ server: 'legendary' }), season]);
  expect([state.choiceOf('key:rarity'), state.choiceOf('key:season')]).toEqual([null, { kind: 'mine' }]);
});

test('what was written by hand is there again after a look at another choice, and after another value of the server', () => {
  const state = new FileConflictState([aConflict()]);
  state.choose('key:rarity', { kind: 'byHand', value: 'legendary' });
  state.choose('key:rarity', { kind: 'server' });
  state.chooseByHand('key:rarity');
  const afterLook = state.choiceOf('key:rarity');
  state.update([aConflict({ server: 'common' })]);
  const undecided = state.choiceOf('key:rarity');
  state.chooseByHand('key:rarity');
  const written = { kind: 'byHand', value: 'legendary' };
  expect([afterLook, undecided, state.choiceOf('key:rarity')]).toEqual([written, null, written]);
});
