import { expect, test } from 'vitest';
import { changeQueries } from '../../../../electron/database/outbox/change-set-queries.ts';
import { aChangeSet, accountRefA, connectionA } from '../../../support/builders.ts';
import { anOutbox } from '../../../support/database.ts';

test('a search among changes that finds nothing reads each change set once', () => {
  const { db, outbox } = anOutbox();
  let read = 0;
  const register = db.function.bind(db);
  const counted = (name: string, options: object, work: (title: unknown) => string) =>
    register(name, options, (title: unknown) => {
      read += 1;
      return work(title);
    });
  const queries = changeQueries(Object.assign(db, { function: counted }));
  for (const number of [1, 2, 3]) outbox.enqueue(aChangeSet(number));
  const page = { tab: 'open', search: 'nowhere', language: 'de', from: 0, to: 50 } as const;
  expect(queries.listSets(connectionA, accountRefA, page)).toEqual({ rows: [], count: 0, groups: [] });
  expect(read).toBe(3);
});
