import { expect, test } from 'vitest';
import { checkOutbox } from '../../../electron/database/outbox/integrity-check.ts';
import { aChangeSet } from '../../support/builders.ts';
import { anOutbox, openedAtMs } from '../../support/database.ts';

test('a loss whose count the disk refuses is told once all the same, by the start that can write it down', () => {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1));
  db.exec('DELETE FROM edit_changes; DELETE FROM edits');
  db.exec("CREATE TEMP TRIGGER refuse BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'no room'); END");
  expect(() => checkOutbox(db, 'unreadable', openedAtMs)).toThrow('no room');
  db.exec('DROP TRIGGER refuse');
  const lost = 'One edit was lost inside the outbox file.';
  const told = () => checkOutbox(db, 'unreadable', openedAtMs).filter((sentence) => sentence === lost);
  expect([told(), told()]).toEqual([[lost], [lost]]);
});
