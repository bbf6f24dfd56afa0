import { expect, test } from 'vitest';
import type { Checked } from './checker/check-history.ts';
import { figures, isAsItShould, type Line } from './report.ts';

const clean: Checked = { faults: [], edits: 600, writes: 500, decisions: 20, kills: 9, raced: 1 };
const app: Line = { name: 'the app', campaigns: 1, checked: [clean], expected: null, seconds: 60 };
const lost: Checked = { ...clean, faults: [{ kind: 'lost', what: 'an edit' }] };

test('a clean run of the app says how much that proves', () => {
  expect(isAsItShould(app)).toBe(true);
  expect(figures([app])).toContain(
    'No fault in 600 edits: at 95 %, fewer than 0.50 % of edits like these go wrong (3/n).',
  );
});

test('a run of the app with a fault, or without edits, is not as it should be', () => {
  expect(isAsItShould({ ...app, checked: [clean, lost] })).toBe(false);
  expect(figures([{ ...app, checked: [lost] }])).toMatch(/VIOLATED/);
  expect(figures([{ ...app, checked: [lost] }])).not.toContain('3/n');
  expect(isAsItShould({ ...app, checked: [{ ...clean, edits: 0 }] })).toBe(false);
});

test('a control has to show its own kind of fault', () => {
  expect(isAsItShould({ ...app, expected: 'lost', checked: [lost] })).toBe(true);
  expect(isAsItShould({ ...app, expected: 'doubled', checked: [lost] })).toBe(false);
  expect(figures([{ ...app, expected: 'doubled', checked: [clean] }])).toContain('CONTROL FOUND NOTHING');
});
