import { expect, test } from 'vitest';
import { numberOf } from '../../../electron/database/sqlite/column-parsers.ts';
import { aFile, connectionA, fileOf, observed } from '../../support/builders.ts';
import { aMirror } from '../../support/database.ts';

test('of the scans that are over the mirror forgets all but the latest thousand, and never one that goes on', () => {
  const { db, files } = aMirror();
  const see = (id: string, scanId: string): void =>
    void files.put(connectionA, [observed(aFile({ id }))], { seenAtMs: 1, requestSeq: 1, scanId }, () => []);
  const atStart = { position: null, done: 0, startedAtMs: 1, startedRequestSeq: 1, fruitlessPages: 0 };
  see('seen-long-ago', 'stopped');
  files.setCursor(connectionA, 'files:private', { ...atStart, job: 'files:private', scanId: 'stopped' });
  files.atomically(() => {
    for (let scan = 1; scan <= 4_000; scan += 1) see('seen-always', `scan-${scan}`);
  });
  expect(numberOf(db.prepare('SELECT count(*) FROM passes').pluck().get())).toBeLessThanOrEqual(1_002);
  const isSeen = (id: string, scanId: string) => files.isSeenIn(connectionA, fileOf(id), scanId);
  expect([isSeen('seen-long-ago', 'stopped'), isSeen('seen-always', 'stopped')]).toEqual([true, false]);
  expect([isSeen('seen-always', 'scan-4000'), isSeen('seen-always', 'scan-3999')]).toEqual([true, false]);
  expect(files.notSeenIn(connectionA, 'public', 'scan-4000', 2).map(({ id }) => id)).toEqual(['seen-long-ago']);
});
