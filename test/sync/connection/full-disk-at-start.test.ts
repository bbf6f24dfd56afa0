import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { added, profile } from '../../support/profile-world.ts';

test('a mirror that cannot be written at the start keeps no connection from sending, and shows what waits once there is room', async () => {
  const reported: unknown[] = [];
  const one = profile({ report: (error) => void reported.push(error) });
  const service = one.serviceAt('ann');
  service.put(fakeFile(1));
  const connection = await added(one);
  await one.connections.close();
  one.edit(connection, 'a');
  const { projectAll } = one.tables.files;
  const full = (): never => {
    throw new SQLite.SqliteError('database or disk is full', 'SQLITE_FULL');
  };
  Object.assign(one.tables.files, { projectAll: full });
  const next = one.started();
  await next.start();
  expect([reported, next.running(connection.id)?.state.mode]).toEqual([[expect.any(SQLite.SqliteError)], 'running']);
  await one.clock.settle();
  expect(service.file('public', fakeId(1))?.name).toBe('a');
  Object.assign(one.tables.files, { projectAll });
  expect(one.tables.unshown.isEmpty).toBe(false);
  next.running(connection.id)!.send({ kind: 'checkAsked' });
  await one.clock.settle();
  expect(one.tables.unshown.isEmpty).toBe(true);
});
