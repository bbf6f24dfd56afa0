import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { activityTable } from '../../../electron/database/activity/activity-table.ts';
import { keyAlertsTable } from '../../../electron/database/keys/key-alerts-table.ts';
import { eraseRecords } from '../../../electron/database/outbox/erase-records.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { type Connection, noTraits } from '../../../src/domain/connections/connection.ts';
import { keyId } from '../../../src/domain/core/ids.ts';
import {
  aChangeSet,
  aConnection,
  anAttempt,
  anEdit,
  connectionA,
  connectionB,
  fileOf,
} from '../../support/builders.ts';
import { aProfile, temporaryDirectory } from '../../support/database.ts';

/** Longer than a page, so that its pages are freed when it goes. */
const recordOf = (what: string): string => JSON.stringify({ name: what, more: 'x'.repeat(20_000) });
const MARKS = ['read-before', 'answered-with', 'not-yet-mirrored', 'alert-of-key', 'answer-with-key'];
/** Of a connection whose answers showed how the service reads the name of a key. */
const learntFrom = (name: string): Connection['learnt'] => ({
  ...noTraits,
  nameSearch: { refuted: ['wholeName'], decidedBy: { kind: 'unasked', typed: 'key', name }, evidence: null },
});

/** An outbox with the records of two connections: of one that is erased, and of one that stays. */
function twoConnections() {
  const directory = temporaryDirectory();
  const { outbox: db } = aProfile(directory);
  const outbox = outboxTable(db);
  outbox.enqueue(aChangeSet(1));
  [connectionA, connectionB].forEach((connectionId, at) => {
    const of = (file: string) => fileOf(file, 'public', connectionId);
    const begin = (name: string, file: string) => {
      const attemptId = `${name} ${at}`;
      outbox.beginAttempt(anAttempt(1, { ...of(file), attemptId, readRaw: recordOf(`read-before ${at}`) }));
      return attemptId;
    };
    const end = (attemptId: string, isResolved: boolean) => {
      const answeredRaw = isResolved ? recordOf(`answered-with ${at}`) : null;
      outbox.endAttempt(attemptId, { endedAtMs: 8, outcome: 'answered', isResolved, requestId: null, answeredRaw });
    };
    end(begin('over', 'f1'), true);
    end(begin('unknown', 'f2'), false);
    begin('under way', 'f3');
    outbox.resolveAttempts(of('f3'));
    outbox.settle(of('f1'), recordOf(`not-yet-mirrored ${at}`), { requestSeq: 1, settledAtMs: 8 });
    connectionsTable(db).put(aConnection({ id: connectionId, learnt: learntFrom(`answer-with-key ${at}`) }));
    const alert = { keyId: keyId.parse('k1'), kind: 'share', uses: 9, limit: 10, runsOutMs: null } as const;
    const raised = { ...alert, name: `alert-of-key ${at}`, raisedAtMs: 1, dismissed: false };
    keyAlertsTable(db).change(connectionId, [raised], []);
    activityTable(db).put(connectionId, [{ kind: 'filesGone', files: 7 + at, fromMs: 0, requests: [] }], 1);
  });
  return { directory, db, outbox };
}

type World = ReturnType<typeof twoConnections>;

/** What the outbox tells of a connection's requests, records, activity and keys. */
function toldOf({ db, outbox }: World, connectionId: typeof connectionA) {
  const attempts = outbox
    .attemptsOfEdit(anEdit(1).id)
    .filter((one) => one.connectionId === connectionId)
    .map(({ attemptId, readRaw, wasAnswered }) => [attemptId.replace(/ \d$/, ''), readRaw !== null, wasAnswered]);
  const { entries } = activityTable(db).list(connectionId, { origin: 'elsewhere', day: null, limit: 9 });
  const unmirrored = outbox.unmirrored().filter((one) => one.connectionId === connectionId);
  const alerts = keyAlertsTable(db).list(connectionId).length;
  const readings = connectionsTable(db).get(connectionId)?.learnt.nameSearch.refuted;
  return { attempts, unmirrored: unmirrored.length, activity: entries.length, alerts, readings };
}

test('a connection’s records are erased, and its requests stay; one without an outcome keeps what it needs', () => {
  const world = twoConnections();
  const whole = {
    attempts: [
      ['under way', true, false],
      ['unknown', true, false],
      ['over', true, true],
    ],
    unmirrored: 1,
    activity: 1,
    alerts: 1,
    readings: ['wholeName'],
  };
  expect([connectionA, connectionB].map((id) => toldOf(world, id))).toEqual([whole, whole]);
  eraseRecords(world.db, connectionA);
  expect(toldOf(world, connectionA)).toEqual({
    attempts: [
      ['under way', true, false],
      ['unknown', true, false],
      ['over', false, true],
    ],
    unmirrored: 0,
    activity: 0,
    alerts: 0,
    readings: [],
  });
  expect(toldOf(world, connectionB)).toEqual(whole);
  expect(world.outbox.edit(anEdit(1).id)?.seq).toBe(1);
});

test('what is erased is in no byte of the file or of its log', () => {
  const world = twoConnections();
  world.outbox.resolveAttempts(fileOf('f2'));
  world.outbox.endAbandonedAttempts(9);
  world.outbox.resolveAttempts(fileOf('f3'));
  eraseRecords(world.db, connectionA);
  const path = join(world.directory, 'outbox.db');
  const bytes = readFileSync(path);
  expect(MARKS.filter((mark) => bytes.includes(`${mark} 0`))).toEqual([]);
  expect(MARKS.filter((mark) => bytes.includes(`${mark} 1`))).toEqual(MARKS);
  expect(statSync(`${path}-wal`).size).toBe(0);
});
