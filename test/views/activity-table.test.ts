import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../src/domain/activity/activity.ts';
import { activityTable } from '../../src/views/activity/activity-text.ts';

const atMs = Date.UTC(2026, 10, 20, 9);
const entry = (about: ActivityEntry['about']): ActivityEntry => ({ id: 'e1', atMs, origin: 'app', about });

test('a cell of the saved activity that has nothing to tell is empty, and no lone apostrophe', () => {
  const checked = entry({ kind: 'checked', checks: 1, fromMs: atMs, requests: [] });
  expect(activityTable([checked])).toBe(
    'time,by,what,more,request ids\r\n2026-11-20T09:00:00.000Z,This app,"Checked, nothing new",,\r\n',
  );
});
