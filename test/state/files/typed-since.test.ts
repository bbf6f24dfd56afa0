import { expect, test } from 'vitest';
import type { DraftLine } from '../../../src/domain/edits/draft.ts';
import { linesSince } from '../../../src/state/files/metadata-lines.ts';

const line = (key: string, value: string, over: Partial<DraftLine> = {}): DraftLine => ({
  ...{ key, value, base: value, isRemoved: false },
  ...over,
});
const lines = (all: readonly DraftLine[]) => all.map((one, id) => [id, one] as const);
const since = (saved: readonly DraftLine[], now: readonly DraftLine[]) => linesSince(lines(saved), lines(now));

test.each<[string, readonly DraftLine[], readonly DraftLine[], readonly DraftLine[]]>([
  ['nothing', [line('a', '2', { base: '1' })], [line('a', '2', { base: '1' })], []],
  ['another value', [line('a', '2', { base: '1' })], [line('a', '3', { base: '1' })], [line('a', '3', { base: '2' })]],
  [
    'another value of a key that was renamed',
    [line('b', '1', { from: 'a' })],
    [line('b', '2', { base: '1', from: 'a' })],
    [line('b', '2', { base: '1' })],
  ],
  [
    'another key',
    [line('a', '2', { base: '1' })],
    [line('b', '2', { base: '1', from: 'a' })],
    [line('b', '2', { from: 'a' })],
  ],
  ['a removal', [line('a', '1')], [line('a', '1', { isRemoved: true })], [line('a', '1', { isRemoved: true })]],
  [
    'a key that comes back after its removal',
    [line('a', '1', { isRemoved: true })],
    [line('a', '1')],
    [line('a', '1', { base: null })],
  ],
  ['a removal that was saved', [line('a', '1', { isRemoved: true })], [line('a', '1', { isRemoved: true })], []],
  ['a new line', [], [line('b', '1', { base: null })], [line('b', '1', { base: null })]],
  ['nothing in a line that somebody else brought', [], [line('b', '1')], []],
  ['a new line without a text', [], [line('', '', { base: null })], []],
  [
    'a line that was added, saved and taken away',
    [line('b', '1', { base: null })],
    [],
    [line('b', '1', { isRemoved: true })],
  ],
])('what was typed since a save is %s', (_what, saved, now, expected) => {
  expect(since(saved, now)).toEqual(expected);
});
