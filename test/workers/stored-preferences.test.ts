import { expect, test } from 'vitest';
import { defaultPreferences, storedPreferences } from '../../electron/workers/stored-preferences.ts';
import { anOutbox } from '../support/database.ts';

function kept(json: string) {
  const { db } = anOutbox();
  const preferences = storedPreferences(db);
  preferences.write(defaultPreferences);
  // A flipped bit passes no constraint.
  db.pragma('ignore_check_constraints = ON');
  db.prepare('UPDATE preferences SET preferences_json = ?').run(json);
  return preferences;
}

test('a preference that cannot be read has its default, and takes no other one along', () => {
  const odd = { theme: 'dark', language: 'tlh', rowHeight: 'roomy', keyAlertDays: 30, inspectorPx: 'wide', later: 1 };
  expect(kept(JSON.stringify(odd)).read()).toEqual({
    ...defaultPreferences,
    ...{ theme: 'dark', rowHeight: 'roomy', keyAlertDays: 30 },
  });
});

test('an appearance of an earlier release keeps what it says, and has the default for the rest', () => {
  const appearance = { textSize: '125', seals: 'sometimes' };
  expect(kept(JSON.stringify({ appearance })).read().appearance).toEqual({
    ...defaultPreferences.appearance,
    textSize: '125',
  });
});

test.each(['{"theme":"da', '[]', 'null', '7'])(
  'preferences that are damaged as a whole (%s) are the defaults',
  (json) => {
    expect(kept(json).read()).toEqual(defaultPreferences);
  },
);
