import { expect, test } from 'vitest';
import { mirrorNews } from '../../../electron/database/mirror/mirror-news.ts';
import { aFile, connectionA, fileOf, observed } from '../../support/builders.ts';
import { aMirror } from '../../support/database.ts';

test('more changes than are looked at name no field: a number of the first of them would pass for that of all', () => {
  const { db, files } = aMirror();
  const news = mirrorNews(db, (id) => files.count(id));
  const changeAll = (ids: readonly string[]): void => {
    for (const id of ids)
      files.noteRemoteChange(fileOf(id), { atMs: 2, beforeAtMs: 1, fields: [{ field: 'name', value: 'theirs' }] });
  };
  const ids = Array.from({ length: 2_001 }, (_, at) => `f${at}`);
  const all = ids.map((id) => observed(aFile({ id })));
  files.put(connectionA, all, { seenAtMs: 1, requestSeq: 1, scanId: null }, () => []);
  const before = news.place(connectionA);
  changeAll(ids.slice(1));
  expect(news.since(connectionA, before).changed).toEqual({ files: 2_000, fields: [{ field: 'name', files: 2_000 }] });
  changeAll(ids.slice(0, 1));
  expect(news.since(connectionA, before).changed).toEqual({ files: 2_001, fields: [] });
});

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
