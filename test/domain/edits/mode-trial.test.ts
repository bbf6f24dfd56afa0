import { expect, test } from 'vitest';
import { stillThere, trialFieldOf, trialPlan } from '../../../src/domain/edits/mode-trial.ts';
import { coalesced } from '../../../src/domain/edits/coalesce.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { aChange, aRecord } from '../builders.ts';

const answered = aRecord({
  name: 'new.pdf',
  keyvalues: [
    ['colour', 'blue'],
    ['tier', 'gold'],
  ],
});
const renamed = aChange(1, 'a.pdf', 'new.pdf');
const colour = aChange(2, 'red', 'blue', 'queued', 'key:colour');
const tier = aChange(3, null, 'gold', 'queued', 'key:tier');
const chosen = (...changes: readonly FieldChange[]) => trialFieldOf(coalesced(changes), answered);

test('a trial leaves out a key that an edit has just written, rather one that was not there before', () => {
  expect(chosen(renamed, colour, tier)).toBe('key:tier');
  expect(chosen(tier, colour)).toBe('key:tier');
  expect(chosen(renamed, colour)).toBe('key:colour');
});

test('there is no trial with a name, a removed key, or a value that the answer does not show', () => {
  expect(chosen(renamed)).toBeNull();
  expect(chosen(aChange(1, 'x', null, 'queued', 'key:note'))).toBeNull();
  expect(chosen(aChange(1, 'red', 'green', 'queued', 'key:colour'))).toBeNull();
});

test('a trial removes the key and keeps the change that writes it again', () => {
  const plan = trialPlan([colour, tier], answered, 'key:tier');
  expect(plan?.writes).toEqual([{ field: 'key:tier', value: null }]);
  expect(plan?.updates).toEqual([]);
  expect(plan?.toSend.map(({ field, mine }) => [field, mine])).toEqual([['key:tier', null]]);
});

test('nothing is tried once somebody else has written the key, or the edit removes it', () => {
  expect(trialPlan([tier], aRecord({ keyvalues: [['tier', 'silver']] }), 'key:tier')).toBeNull();
  expect(trialPlan([aChange(1, 'gold', null, 'queued', 'key:tier')], answered, 'key:tier')).toBeNull();
  expect(trialPlan([colour], answered, 'key:tier')).toBeNull();
});

test('a key that is still there after the trial is as the edit wrote it', () => {
  const plan = trialPlan([tier], answered, 'key:tier');
  expect(plan).not.toBeNull();
  if (plan === null) return;
  expect(stillThere(plan, answered).map(({ field, mine }) => [field, mine])).toEqual([['key:tier', 'gold']]);
  expect(stillThere(plan, aRecord({ keyvalues: [] }))).toEqual([]);
});
