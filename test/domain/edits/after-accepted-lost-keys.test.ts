import { describe, expect, test } from 'vitest';
import { askAboutVanished, putBack, valuesLost } from '../../../src/domain/edits/after-accepted.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import type { Field, FieldValue } from '../../../src/domain/files/field.ts';
import { aChange, aRecord, editAt } from '../builders.ts';

const colour: Field = 'key:colour';
const withColour = (value: FieldValue) =>
  aRecord({ name: value, keyvalues: value === null ? [] : [['colour', value]] });
const [red, blue] = [aChange(1, 'a', 'red', 'queued', colour), aChange(2, 'red', 'blue', 'queued', colour)];

const twoKeys = aRecord({
  keyvalues: [
    ['colour', 'red'],
    ['tier', 'gold'],
  ],
});

describe('a value that an update of ours took away', () => {
  /** What puts the colour back that was "red", and that the update left as `answered`. */
  const back = (changes: readonly FieldChange[], answered: FieldValue = null) =>
    putBack(changes, valuesLost({ before: withColour('red'), answered: withColour(answered) }, ['colour']));
  const wanted = [{ field: colour, base: null, mine: 'red' }];

  test('is wanted again, over what the answer shows', () => {
    expect(back([])).toEqual({ updates: [], wanted });
    expect(back([], 'null')).toEqual({ updates: [], wanted: [{ field: colour, base: 'null', mine: 'red' }] });
  });

  test('gives way to another one that the person asked for meanwhile, whose first step lies on the answer', () => {
    const green = aChange(3, 'blue', 'green', 'queued', colour);
    expect(back([blue, green])).toEqual({ updates: [{ editId: editAt(2), field: colour, base: null }], wanted: [] });
  });

  test('is no base of a change that was made over yet another value, which is still to be asked about', () => {
    expect(back([aChange(1, 'a', 'green', 'queued', colour)])).toEqual({ updates: [], wanted: [] });
  });

  test.each<[string, FieldChange]>([
    ['held', { ...blue, status: 'held' }],
    ['conflicted', { ...blue, status: 'conflicted' }],
    ['settled', { ...blue, status: 'settled' }],
    ['of another field', { ...blue, field: 'name' }],
  ])('is wanted again beside a change that is %s', (_what, change) => {
    expect(back([change])).toEqual({ updates: [], wanted });
  });

  test('is one of several, each judged by itself', () => {
    const record = { before: twoKeys, answered: aRecord({ keyvalues: [] }) };
    expect(putBack([blue], valuesLost(record, ['tier', 'colour']))).toEqual({
      updates: [{ editId: editAt(2), field: colour, base: null }],
      wanted: [{ field: 'key:tier', base: null, mine: 'gold' }],
    });
  });
});

describe('a key that went away with an update that left it alone', () => {
  const vanished = (changes: readonly FieldChange[]) =>
    askAboutVanished(changes, { before: withColour('red') }, ['colour'], 7);
  const asked = [{ field: colour, base: 'red', mine: 'red' }];

  test('is asked about, whose value both sides had', () => {
    expect(vanished([])).toEqual({ asked, updates: [], displaced: [] });
  });

  test.each<[string, FieldChange]>([
    ['held', { ...blue, status: 'held' }],
    ['settled', { ...blue, status: 'settled' }],
    ['discarded', { ...blue, status: 'discarded' }],
    ['queued for another field', { ...blue, field: 'name' }],
    ['asked about in another field', { ...blue, field: 'name', status: 'conflicted' }],
  ])('is asked about beside a change that is %s', (_what, change) => {
    expect(vanished([change])).toEqual({ asked, updates: [], displaced: [] });
  });

  test('is left to a queued change, which meets the absence by itself', () => {
    expect(vanished([blue])).toEqual({ asked: [], updates: [], displaced: [] });
  });

  test('is what a waiting question asks about in all its steps, and the value below is displaced once', () => {
    const steps = [red, blue].map((one): FieldChange => ({ ...one, status: 'conflicted', server: 'theirs' }));
    const update = { field: colour, status: 'conflicted', server: null, serverSeenAtMs: 7 };
    expect(vanished(steps)).toEqual({
      asked: [],
      updates: [
        { editId: editAt(1), ...update },
        { editId: editAt(2), ...update },
      ],
      displaced: [{ field: colour, value: 'red', from: 'server', editId: editAt(2) }],
    });
  });

  test('is one of several, each judged by itself', () => {
    expect(askAboutVanished([blue], { before: twoKeys }, ['tier', 'colour'], 7).asked).toEqual([
      { field: 'key:tier', base: 'gold', mine: 'gold' },
    ]);
  });
});
