import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../src/domain/activity/activity.ts';
import { clockTimeToTheSecond } from '../../src/components/format.ts';
import { entryRest, plain, timeBeside } from '../../src/views/activity/entry-sentences.ts';

const checked = (from: Date, to: Date): ActivityEntry => ({
  ...{ id: 'e1', atMs: to.getTime(), origin: 'app' },
  about: { kind: 'checked', checks: 860, fromMs: from.getTime(), requests: [] },
});
const restOf = (entry: ActivityEntry): string => plain(entryRest(entry, String));

test('checks that found nothing for days name the days, not the hours alone', () => {
  const from = new Date(2026, 10, 20, 9, 12);
  expect(restOf(checked(from, new Date(2026, 10, 20, 17, 5)))).toBe('from 09:12 to 17:05');
  expect(restOf(checked(from, new Date(2026, 10, 23, 9, 10)))).toBe('from 20 Nov 09:12 to 23 Nov 09:10');
  expect(restOf(checked(new Date(2025, 11, 31, 23, 50), new Date(2026, 0, 1, 0, 10)))).toBe(
    'from 31 Dec 2025 23:50 to 1 Jan 2026 00:10',
  );
});

test('the course of an entry names the day of a time that lies on another one', () => {
  const [began, ended] = [new Date(2026, 10, 20, 23, 59, 58).getTime(), new Date(2026, 10, 21, 0, 0, 3).getTime()];
  expect(timeBeside(began, ended, clockTimeToTheSecond)).toBe('20 Nov 23:59:58');
  expect(timeBeside(ended, ended, clockTimeToTheSecond)).toBe('00:00:03');
});
