import { expect, test } from 'vitest';
import { mirrorNews } from '../../../electron/database/mirror/mirror-news.ts';
import { aFile, connectionA, fileOf, observed } from '../../support/builders.ts';
import { aMirror } from '../../support/database.ts';

test('a change of somebody else is news also where the file of the latest change before went meanwhile', () => {
  const { db, files } = aMirror();
  const change = (id: string): void =>
    files.noteRemoteChange(fileOf(id), { atMs: 2, beforeAtMs: 1, fields: [{ field: 'name', value: 'theirs' }] });
  const all = ['gone', 'stays'].map((id) => observed(aFile({ id })));
  files.put(connectionA, all, { seenAtMs: 1, requestSeq: 1, scanId: null }, () => []);
  change('gone');
  const news = mirrorNews(db, (id) => files.count(id));
  const before = news.place(connectionA);
  files.remove(fileOf('gone'));
  change('stays');
  expect(news.since(connectionA, before)).toMatchObject({ gone: 1, changed: { files: 1 } });
});
