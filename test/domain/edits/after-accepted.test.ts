import { describe, expect, test } from 'vitest';
import { afterAccepted, isOvertaken, valuesTurnedToText } from '../../../src/domain/edits/after-accepted.ts';
import { coalesced } from '../../../src/domain/edits/coalesce.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import type { Overruled } from '../../../src/domain/edits/update-body.ts';
import type { Field, FieldValue } from '../../../src/domain/files/field.ts';
import { aChange, aRecord, editAt } from '../builders.ts';

const colour: Field = 'key:colour';

const withColour = (value: FieldValue) =>
  aRecord({ name: value, keyvalues: value === null ? [] : [['colour', value]] });

/** What follows for the steps when the service held `before`, and answered the update with `answered`. */
const after = (
  steps: readonly FieldChange[],
  before: FieldValue,
  answered: FieldValue,
  above: readonly FieldChange[] = [],
) =>
  afterAccepted(
    coalesced(steps),
    { before: withColour(before), answered: withColour(answered) },
    [...above, ...steps],
    7,
  );

const [red, blue] = [aChange(1, 'a', 'red', 'queued', colour), aChange(2, 'red', 'blue', 'queued', colour)];
const settled = (seq: number, over: object = {}) => ({
  editId: editAt(seq),
  field: colour,
  status: 'settled',
  settlement: 'applied',
  ...over,
});

test('a value that the answer has is settled, with every step to it', () => {
  expect(after([red, blue], 'a', 'blue')).toEqual([settled(1), settled(2)]);
});

describe('a change that came back below a sent one while that was on its way', () => {
  test.each([
    ['as it was written', 'blue', [settled(2), settled(1)]],
    [
      'in another spelling',
      ' blue',
      [settled(2, { settlement: 'savedAs', server: ' blue', serverSeenAtMs: 7 }), settled(1)],
    ],
  ])('is settled with it, %s', (_how, answered, outcome) => {
    expect(after([blue], 'red', answered, [red])).toEqual(outcome);
  });

  test.each<[string, FieldChange]>([
    ['held', { ...red, status: 'held' }],
    ['of another field', { ...red, field: 'name' }],
    ['newer', { ...aChange(3, 'blue', 'green', 'queued', colour) }],
  ])('and one that is %s is left as it is', (_what, other) => {
    expect(after([blue], 'red', 'blue', [other])).toEqual([settled(2)]);
  });
});

describe('a value in another spelling', () => {
  const composed = 'Bleu\u0301'.normalize('NFC');
  const typed = aChange(2, 'red', ' Bleu\u0301 ', 'queued', colour);

  test('is settled as that spelling, its steps as applied, and the next edit starts from it', () => {
    const next = aChange(3, typed.mine, 'green', 'held', colour);
    const other = aChange(4, typed.mine, 'green', 'held', 'key:other');
    expect(after([red, typed], 'a', composed, [other, next])).toEqual([
      settled(1),
      settled(2, { settlement: 'savedAs', server: composed, serverSeenAtMs: 7 }),
      { editId: editAt(3), field: colour, base: composed },
    ]);
  });

  test('is a conflict when it is another word', () => {
    expect(after([typed], 'red', 'Bleue')).toMatchObject([
      { status: 'conflicted', server: 'Bleue', serverSeenAtMs: 7 },
    ]);
  });
});

test.each([
  ['another value', 'green'],
  ['no value', null],
])('an answer with %s makes every step a conflict about it', (_what, answered) => {
  const conflict = { field: colour, status: 'conflicted', server: answered, serverSeenAtMs: 7 };
  expect(after([red, blue], 'a', answered)).toEqual([
    { editId: editAt(1), ...conflict },
    { editId: editAt(2), ...conflict },
  ]);
});

describe('a removal', () => {
  const removed = aChange(3, 'red', null, 'queued', colour);

  test('is settled once the key is gone', () => {
    expect(after([removed], 'red', null)).toEqual([settled(3)]);
  });

  test.each<[string, readonly FieldChange[], string, string]>([
    ['the value that the person saw', [removed], 'red', 'red'],
    ['an earlier value of the same person, which had landed', [red, removed], 'red', 'red'],
    ['a value that the connection’s rule overwrites', [removed], 'theirs', 'theirs'],
    ['the text "null", which some services keep', [removed], 'red', 'null'],
  ])('goes on waiting while the key is there with %s', (_what, steps, before, answered) => {
    expect(after(steps, before, answered)).toEqual([]);
  });

  test('is a conflict when the key got another value meanwhile', () => {
    expect(after([removed], 'red', 'theirs')).toMatchObject([
      { editId: editAt(3), status: 'conflicted', server: 'theirs' },
    ]);
    expect(after([removed], 'theirs', 'red')).toMatchObject([
      { editId: editAt(3), status: 'conflicted', server: 'red' },
    ]);
  });

  test('of a name is nothing that waits: a name that stays is a conflict', () => {
    expect(after([aChange(3, 'red', null)], 'red', 'red')).toMatchObject([{ field: 'name', status: 'conflicted' }]);
  });
});

describe('a change is overtaken', () => {
  const [change] = coalesced([aChange(3, 'a', 'blue', 'queued', colour)]);
  const overtaken = (before: FieldValue, answered: FieldValue, ...own: FieldValue[]) =>
    isOvertaken(change!, { before: withColour(before), answered: withColour(answered) }, new Set(own));

  test('when an older value of ours came between the read and the answer, or the value it was made on', () => {
    expect([overtaken('a', 'red', 'red'), overtaken('red', 'a')]).toEqual([true, true]);
  });

  test('and not by a value of somebody else, by one that was read before, or by its own', () => {
    expect([overtaken('a', 'theirs', 'red'), overtaken('red', 'red', 'red'), overtaken('a', 'a')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(overtaken('a', 'blue', 'blue')).toBe(false);
  });
});

describe('a text "null" in place of a key', () => {
  const held = (value: string | null) => aRecord({ keyvalues: value === null ? [] : [['n', value]] });
  const sent = (mine: FieldValue, base: FieldValue = null, field: 'key:n' | 'name' = 'key:n') => [
    { field, base, mine, steps: [] },
  ];
  const turned = (of: ReturnType<typeof sent>, before: string | null, answered: string | null, over?: Overruled) =>
    valuesTurnedToText(of, { before: held(before), answered: held(answered) }, [
      { field: 'key:n', value: null, overruled: over },
    ]);

  test('is what our removal left, where the key had another value before', () => {
    expect(turned(sent(null), 'old', 'null')).toEqual([{ field: 'key:n', base: 'null', mine: 'old' }]);
  });

  test('is what an earlier request of the same removal left, over the base', () => {
    expect(turned(sent(null, 'old'), 'null', 'null')).toEqual([{ field: 'key:n', base: 'null', mine: 'old' }]);
  });

  test.each<[string, FieldValue, FieldValue, string | null, string | null]>([
    ['a person wrote it', 'null', 'old', 'old', 'null'],
    ['the key is gone', null, 'old', 'old', null],
    ['the key stayed', null, 'old', 'old', 'old'],
    ['there was no key before', null, null, null, 'null'],
    ['it was there before', null, 'null', 'null', 'null'],
  ])('is none of ours where %s', (_why, mine, base, before, answered) => {
    expect(turned(sent(mine, base), before, answered)).toEqual([]);
  });

  test('is somebody else’s where the update overruled it', () => {
    expect(turned(sent(null, 'old'), 'null', 'null', { base: 'old', server: 'null' })).toEqual([]);
  });

  test('is a name like any other in a name', () => {
    const record = { before: aRecord({ name: 'a' }), answered: aRecord({ name: 'null' }) };
    expect(valuesTurnedToText(sent(null, 'a', 'name'), record, [{ field: 'name', value: null }])).toEqual([]);
  });
});
