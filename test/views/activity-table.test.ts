import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../src/domain/activity/activity.ts';
import { activityTable, entryAsText } from '../../src/views/activity/activity-text.ts';

const atMs = Date.UTC(2026, 10, 20, 9);
const entry = (about: ActivityEntry['about']): ActivityEntry => ({ id: 'e1', atMs, origin: 'app', about });

test('a cell of the saved activity that has nothing to tell is empty, and no lone apostrophe', () => {
  const checked = entry({ kind: 'checked', checks: 1, fromMs: atMs, requests: [] });
  expect(activityTable([checked])).toBe(
    'time,by,what,more,request ids\r\n2026-11-20T09:00:00.000Z,This app,"Checked, nothing new",,\r\n',
  );
});

test('a service that asked to wait is told with the status it gave, and without one where it gave none', () => {
  const asked = (detail: string) =>
    entryAsText(entry({ kind: 'trouble', reason: 'rateLimited', detail, fromMs: atMs, requests: [] })).split('\n')[1];
  expect([asked('503: "maintenance"'), asked('429: "slow down"'), asked('')]).toEqual([
    'The service asked to wait (503)',
    'The service asked to wait (429)',
    'The service asked to wait',
  ]);
});
