import { expect, test } from 'vitest';
import { activityEvent } from '../../src/domain/activity/activity.ts';
import { linkOf } from '../../src/views/activity/entry-link.ts';

const [friday, monday] = [new Date(2026, 10, 20, 9).getTime(), new Date(2026, 10, 23, 9).getTime()];

function newFiles(more: object) {
  const course = { fromMs: monday, requests: [] };
  const about = activityEvent.parse({ kind: 'filesAdded', files: 12, sizeBytes: 5, group: null, ...course, ...more });
  return linkOf({ id: 'e1', atMs: monday, origin: 'elsewhere', about })?.target;
}

test('a way to new files leads to all of them, also to those that came while the app was closed', () => {
  expect(newFiles({ oldestMs: friday })).toMatchObject({ created: { from: '2026-11-20', to: null } });
  // An event of an earlier release.
  expect(newFiles({})).toMatchObject({ created: { from: '2026-11-23', to: null } });
});

test('a way to new files leads to one group only where all of them are in it', () => {
  const groups = [12, 8].map((files) => newFiles({ group: { group: 'g', files } }));
  expect(groups).toMatchObject([{ group: 'g' }, { group: null }]);
});
