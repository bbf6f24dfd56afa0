import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileEdits, outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { openProfile } from '../../../electron/database/profile/open-profile.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { starsTable } from '../../../electron/database/profile/stars-table.ts';
import { outboxContents } from '../../../electron/database/recovery/outbox-contents.ts';
import { copiesOf, countedCopies } from '../../../electron/database/recovery/outbox-copies.ts';
import { recoveryActions } from '../../../electron/database/recovery/recovery-actions.ts';
import { aChangeSet, aConnection, anAttempt, anEdit, connectionA, fileOf, uuid } from '../../support/builders.ts';
import { aProfile, openedAtMs } from '../../support/database.ts';
import { anOldProfile } from '../../support/old-profile.ts';
import { closedProfile, damage } from './damaged-queue.ts';

const laterMs = openedAtMs + 86_400_000;
const outboxIn = (directory: string): string => join(directory, 'outbox.db');
const actionsIn = (directory: string) => recoveryActions(outboxIn(directory), () => laterMs);
const failureOf = (directory: string) => {
  const opened = openProfile(directory, laterMs);
  if (opened.ok) opened.value.close();
  return opened.ok ? null : opened.failure.kind;
};

function damagedProfile(): string {
  const directory = closedProfile();
  damage(directory);
  expect(failureOf(directory)).toBe('damaged');
  return directory;
}

test('of a damaged queue it is counted what can be read, and what is lost', () => {
  const directory = damagedProfile();
  const { edits, ...rest } = outboxContents(outboxIn(directory));
  expect(edits.readable).toBeGreaterThan(100);
  expect(edits.lost).toBeGreaterThan(0);
  expect(edits.readable! + edits.lost!).toBe(300);
  expect(rest).toEqual({ connections: 1, savedViews: 0, drafts: 0, stars: 1, fileNotes: 0 });
});

test('of a file that is no database nothing can be read, and that is said', () => {
  const directory = closedProfile();
  writeFileSync(outboxIn(directory), 'this was never a database, though it is long enough to be one');
  expect(outboxContents(outboxIn(directory))).toMatchObject({
    edits: { readable: null, lost: null },
    connections: null,
  });
});

test('a fresh queue begins with the connections and the stars, and the damaged one is kept byte for byte', () => {
  const directory = damagedProfile();
  const before = readFileSync(outboxIn(directory));
  const mark = readFileSync(join(directory, 'outbox.mark'));
  actionsIn(directory).startFresh();
  const kept = copiesOf(outboxIn(directory));
  expect(kept).toMatchObject([{ kind: 'replaced', atMs: laterMs }]);
  expect(readFileSync(kept[0]!.path)).toEqual(before);
  expect(readFileSync(`${kept[0]!.path}.mark`)).toEqual(mark);
  const { outbox, warnings } = aProfile(directory);
  expect(warnings).toEqual([]);
  expect(connectionsTable(outbox).list()).toEqual([aConnection()]);
  expect(starsTable(outbox).count(connectionA)).toBe(1);
  expect(fileEdits(outbox)(fileOf(uuid(1)), 10)).toEqual([]);
});

test('a fresh queue numbers its requests above those that the mirror remembers', () => {
  let last = 0;
  const directory = closedProfile(({ outbox }) => (last = outboxTable(outbox).nextRequestSeq()));
  actionsIn(directory).startFresh();
  expect(outboxTable(aProfile(directory).outbox).nextRequestSeq()).toBeGreaterThan(last);
});

test('a damaged queue can be put back, and the fresh one is kept in turn', () => {
  const directory = damagedProfile();
  const before = readFileSync(outboxIn(directory));
  actionsIn(directory).startFresh();
  const [kept] = copiesOf(outboxIn(directory));
  expect(actionsIn(directory).putBack(kept!.name)).toBe(true);
  expect(readFileSync(outboxIn(directory))).toEqual(before);
  expect(failureOf(directory)).toBe('damaged');
  const again = copiesOf(outboxIn(directory));
  expect(again.map(({ kind }) => kind)).toEqual(['replaced']);
  expect(again[0]!.name).not.toBe(kept!.name);
  expect(actionsIn(directory).putBack(again[0]!.name)).toBe(true);
  expect(connectionsTable(aProfile(directory).outbox).list()).toEqual([aConnection()]);
});

test.each(['outbox.db', '../outbox.db', 'outbox.db.replaced-1', 'mirror.db', ''])(
  'no copy has the name %s, and nothing is touched',
  (name) => {
    const directory = damagedProfile();
    const before = readdirSync(directory);
    expect([actionsIn(directory).putBack(name), actionsIn(directory).restore(name)]).toEqual([false, false]);
    expect(readdirSync(directory)).toEqual(before);
  },
);

/** A profile whose queue was copied, as a snapshot copies it, while `more` was in it. */
function withSnapshot(more: Parameters<typeof closedProfile>[0]): { directory: string; name: string } {
  const directory = closedProfile(more);
  const name = `outbox.db.snapshot-${openedAtMs}`;
  copyFileSync(outboxIn(directory), join(directory, name));
  return { directory, name };
}

test('edits of a restored snapshot are held, so that none that was sent since is sent again', () => {
  const { directory, name } = withSnapshot(() => undefined);
  const later = aProfile(directory);
  const settledSince = anEdit(1).id;
  outboxTable(later.outbox).update([{ editId: settledSince, field: 'name', status: 'settled', settlement: 'applied' }]);
  later.close();
  expect(countedCopies(outboxIn(directory))).toMatchObject([{ kind: 'snapshot', atMs: openedAtMs, edits: 300 }]);
  expect(actionsIn(directory).restore(name)).toBe(true);
  const { outbox } = aProfile(directory);
  const table = outboxTable(outbox);
  expect(table.edit(settledSince)?.changes.map(({ status }) => status)).toEqual(['held']);
  expect(outbox.prepare("SELECT count(*) FROM edit_changes WHERE status = 'queued'").pluck().get()).toBe(0);
});

test('edits of a restored snapshot stand on what is sent below them: nothing', () => {
  const steps = ['first', 'second', 'third'].map((mine, step) =>
    anEdit(700 + step, uuid(700), { base: ['file', 'first', 'second'][step]!, mine }),
  );
  const { directory, name } = withSnapshot(({ outbox }) =>
    outboxTable(outbox).enqueue(aChangeSet(7, { edits: steps })),
  );
  actionsIn(directory).restore(name);
  const table = outboxTable(aProfile(directory).outbox);
  expect(steps.map(({ id }) => table.edit(id)!.changes.map(({ status, base }) => [status, base]))).toEqual(
    steps.map(() => [['held', 'file']]),
  );
});

test('nothing of a restored snapshot is left to be sent, not even what a hold below it queues', () => {
  const below = anEdit(700, uuid(700), { base: 'file', mine: 'first' });
  const asked = anEdit(701, uuid(700), { base: 'first', mine: 'second', status: 'conflicted', server: 'file' });
  const { directory, name } = withSnapshot(({ outbox }) =>
    outboxTable(outbox).enqueue(aChangeSet(7, { edits: [below, asked] })),
  );
  actionsIn(directory).restore(name);
  const table = outboxTable(aProfile(directory).outbox);
  expect([below, asked].map(({ id }) => table.edit(id)!.changes[0]!.status)).toEqual(['held', 'held']);
});

test('a conflict of a restored snapshot is held too: the service may show its base again, and it would be sent', () => {
  const asked = anEdit(701, uuid(700), { base: 'file', mine: 'mine', status: 'conflicted', server: 'theirs' });
  const { directory, name } = withSnapshot(({ outbox }) =>
    outboxTable(outbox).enqueue(aChangeSet(7, { edits: [asked] })),
  );
  actionsIn(directory).restore(name);
  const table = outboxTable(aProfile(directory).outbox);
  expect(table.edit(asked.id)!.changes).toMatchObject([{ status: 'held', base: 'file', mine: 'mine' }]);
});

test('a restored snapshot tells of the edits that were saved after it, and gives their places out to nobody', () => {
  const { directory, name } = withSnapshot(() => undefined);
  const later = aProfile(directory);
  outboxTable(later.outbox).enqueue(aChangeSet(2, { edits: [anEdit(1_000, uuid(1_000))] }));
  later.close();
  actionsIn(directory).restore(name);
  const { outbox, warnings } = aProfile(directory);
  expect(warnings).toEqual(['One edit saved on this computer was lost from the outbox file.']);
  outboxTable(outbox).enqueue(aChangeSet(3, { edits: [anEdit(2_000, uuid(2_000))] }));
  expect(outboxTable(outbox).edit(anEdit(2_000).id)?.seq).toBe(302);
});

test('what was under way in a snapshot does not go on by itself: no undo, no delayed check, no old record', () => {
  const { directory, name } = withSnapshot(({ outbox }) => {
    outboxTable(outbox).beginAttempt(anAttempt(1, fileOf(uuid(1))));
    outbox.exec(`
      INSERT INTO undo_runs VALUES ('${connectionA}', 1, '{}');
      INSERT INTO late_checks VALUES ('${connectionA}', 'public', 'f', 'o', 'a', 1);
      INSERT INTO settled_files VALUES ('${connectionA}', 'public', 'f', 1, 1, '{}');
    `);
  });
  actionsIn(directory).restore(name);
  const { outbox } = aProfile(directory);
  const rows = (sql: string) => outbox.prepare(`SELECT count(*) FROM ${sql}`).pluck().get();
  expect([rows('undo_runs'), rows('late_checks'), rows('settled_files WHERE raw IS NOT NULL')]).toEqual([0, 0, 0]);
  // Whether it arrived is still unknown, so that its release reads the file before anything else.
  expect(rows('attempts WHERE is_resolved = 0')).toBe(1);
});

test('a snapshot that is damaged too replaces nothing', () => {
  const { directory, name } = withSnapshot(() => undefined);
  const bytes = readFileSync(join(directory, name));
  writeFileSync(join(directory, name), bytes.fill(0x5a, 4_096));
  const before = readFileSync(outboxIn(directory));
  expect(() => actionsIn(directory).restore(name)).toThrow();
  expect(readFileSync(outboxIn(directory))).toEqual(before);
  expect(copiesOf(outboxIn(directory)).map(({ kind }) => kind)).toEqual(['snapshot']);
  // What a person erases later is erased from the copies that have a name, and from no half of one.
  expect(readdirSync(directory).filter((file) => file.includes('.part'))).toEqual([]);
});

test.each([
  ['finds it again', () => undefined],
  ['finds it again after its copies were counted, which the screen does', countedCopies],
])('a queue that a kill left parted from its log %s', (_, before) => {
  const directory = damagedProfile();
  const aside = `${outboxIn(directory)}.replaced-${openedAtMs}`;
  writeFileSync(`${outboxIn(directory)}-wal`, 'a log');
  copyFileSync(join(directory, 'outbox.mark'), `${aside}.mark`);
  renameSync(outboxIn(directory), aside);
  expect(failureOf(directory)).toBe('damaged');
  before(outboxIn(directory));
  actionsIn(directory).startFresh();
  expect(readFileSync(`${aside}-wal`, 'utf8')).toBe('a log');
  expect(existsSync(`${outboxIn(directory)}-wal`)).toBe(false);
  expect(failureOf(directory)).toBeNull();
});

test('a restored snapshot of an earlier version leaves no further copy of itself behind', () => {
  const directory = anOldProfile();
  const name = `outbox.db.snapshot-${openedAtMs}`;
  copyFileSync(outboxIn(directory), join(directory, name));
  expect(actionsIn(directory).restore(name)).toBe(true);
  expect(readdirSync(directory).filter((file) => file.includes('.part'))).toEqual([]);
  expect(failureOf(directory)).toBeNull();
});
