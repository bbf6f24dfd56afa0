import { expect } from 'vitest';
import { aFileQuery } from '../support/builders.ts';
import type { Copied } from './asked-changes.ts';

/** Asks the channels of what a person sets on files for themselves. */
export async function askLocalWords(copied: Copied): Promise<void> {
  await askStars(copied);
  await askNotes(copied);
  await askGroupNames(copied);
}

async function askStars({ one, connectionId, keys }: Copied): Promise<void> {
  const named = { connectionId, selection: { kind: 'keys', keys: keys.slice(0, 2) } } as const;
  expect(await one.get('stars.toggle', named)).toEqual({ isStarred: true, files: 2 });
  expect(await one.get('files.get', { connectionId, key: keys[0]! })).toMatchObject({ isStarred: true });
  const query = aFileQuery({ mark: 'star' });
  expect(await one.get('files.open', { connectionId, query, firstRows: 20 })).toMatchObject({ count: 2 });
  expect(await one.get('files.counts', { connectionId })).toMatchObject({ starred: 2 });
  expect(await one.get('localWords.counts', { connectionId })).toEqual({ stars: 2, notes: 0, groupNames: 0 });
  const all = { connectionId, selection: { kind: 'view' as const, query, except: [] } };
  expect(await one.get('stars.toggle', all)).toEqual({ isStarred: false, files: 2 });
  expect(await one.get('files.counts', { connectionId })).toMatchObject({ starred: 0 });
}

async function askNotes({ one, connectionId, keys }: Copied): Promise<void> {
  const key = keys[0]!;
  await one.get('fileNotes.put', { connectionId, key, note: 'ask Ada' });
  expect(await one.get('files.get', { connectionId, key })).toMatchObject({ note: 'ask Ada' });
  const opened = await one.get('files.open', { connectionId, query: aFileQuery({ mark: 'note' }), firstRows: 20 });
  expect(opened).toMatchObject({ count: 1, rows: [{ id: key.id, hasNote: true }] });
  await one.get('fileNotes.put', { connectionId, key, note: '' });
  expect(await one.get('localWords.counts', { connectionId })).toEqual({ stars: 0, notes: 0, groupNames: 0 });
}

async function askGroupNames({ one, connectionId }: Copied): Promise<void> {
  await one.get('groupNames.put', { connectionId, group: 'a-group', name: '  Night Orchard ' });
  expect(await one.get('groupNames.list', { connectionId })).toEqual([{ group: 'a-group', name: 'Night Orchard' }]);
  await one.get('groupNames.put', { connectionId, group: 'a-group', name: ' ' });
  expect(await one.get('groupNames.list', { connectionId })).toEqual([]);
}
