import { expect, test } from 'vitest';
import { numberOf } from '../../../electron/database/sqlite/column-parsers.ts';
import { carryMarks } from '../../../electron/database/profile/carry-marks.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { starsTable } from '../../../electron/database/profile/stars-table.ts';
import { aConnection, connectionA, fileOf, uuid } from '../../support/builders.ts';
import { aProfile } from '../../support/database.ts';

const key = (number: number) => {
  const { network, id } = fileOf(uuid(number));
  return { network, id };
};

function starred() {
  const { outbox, mirror } = aProfile();
  connectionsTable(outbox).put(aConnection());
  starsTable(outbox).toggle(connectionA, [key(1), key(2)]);
  const changes = (): number => numberOf(mirror.prepare('SELECT total_changes()').pluck().get());
  const marks = () => mirror.prepare('SELECT file_id FROM file_marks ORDER BY file_id').pluck().all();
  return { outbox, mirror, changes, marks };
}

test('a mirror that has the marks already is not written', () => {
  const { outbox, mirror, changes } = starred();
  carryMarks(outbox, mirror);
  const before = changes();
  carryMarks(outbox, mirror);
  expect(changes()).toBe(before);
});

test('a mirror that differs loses what is too many, and has what is missing', () => {
  const { outbox, mirror, marks } = starred();
  carryMarks(outbox, mirror);
  starsTable(outbox).toggle(connectionA, [key(1)]);
  starsTable(outbox).toggle(connectionA, [key(3)]);
  carryMarks(outbox, mirror);
  expect(marks()).toEqual([uuid(2), uuid(3)]);
});

test('the marks of a connection whose row cannot be read are carried too', () => {
  const { outbox, mirror, marks } = starred();
  outbox.exec(`UPDATE connections SET connection_json = '{}'`);
  carryMarks(outbox, mirror);
  expect(marks()).toEqual([uuid(1), uuid(2)]);
});

test('a mark under a damaged file id is one too many', () => {
  const { outbox, mirror, marks } = starred();
  carryMarks(outbox, mirror);
  mirror.prepare(`UPDATE file_marks SET file_id = '/' WHERE file_id = ?`).run(uuid(1));
  carryMarks(outbox, mirror);
  expect(marks()).toEqual([uuid(1), uuid(2)]);
});
