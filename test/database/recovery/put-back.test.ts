import { copyFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { KEPT_MS } from '../../../electron/database/outbox/retention.ts';
import type { OpenProfile } from '../../../electron/database/profile/open-profile.ts';
import { outboxContents } from '../../../electron/database/recovery/outbox-contents.ts';
import { copiesOf } from '../../../electron/database/recovery/outbox-copies.ts';
import { recoveryActions } from '../../../electron/database/recovery/recovery-actions.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { aFile, anAttempt, connectionA, observed, uuid } from '../../support/builders.ts';
import { aProfile, openedAtMs } from '../../support/database.ts';
import { anOldProfile } from '../../support/old-profile.ts';
import { closedProfile } from './damaged-queue.ts';
import { unseenIds } from '../../support/unseen.ts';

const laterMs = openedAtMs + 86_400_000;
const outboxIn = (directory: string): string => join(directory, 'outbox.db');
const actionsIn = (directory: string, nowMs = laterMs) => recoveryActions(outboxIn(directory), () => nowMs);

/** A queue that was set aside for a fresh one, or for a snapshot of its own, which was then used for a while. */
function putBackAfter(way: 'startFresh' | 'restore', meanwhile: (profile: OpenProfile) => void): OpenProfile {
  const directory = closedProfile();
  const name = `outbox.db.snapshot-${openedAtMs}`;
  copyFileSync(outboxIn(directory), join(directory, name));
  if (way === 'startFresh') actionsIn(directory).startFresh();
  else actionsIn(directory).restore(name);
  const [aside] = copiesOf(outboxIn(directory)).filter(({ kind }) => kind === 'replaced');
  const profile = aProfile(directory);
  meanwhile(profile);
  profile.close();
  expect(actionsIn(directory, laterMs + 3_600_000).putBack(aside!.name)).toBe(true);
  return aProfile(directory);
}

const statusesIn = ({ outbox }: OpenProfile): unknown[] =>
  outbox.prepare('SELECT DISTINCT status FROM edit_changes').pluck().all();

test('a scan after a queue was put back misses what is gone: requests are numbered above those of the queue before', async () => {
  const [there, gone] = [aFile({ id: fileId.parse(uuid(1)) }), aFile({ id: fileId.parse(uuid(2)) })];
  const put = ({ mirror, outbox }: OpenProfile, records: readonly FileRecord[], scanId: string) => {
    const seen = { seenAtMs: 1, requestSeq: outboxTable(outbox).nextRequestSeq(), scanId };
    const rows = records.map((record) => observed(record));
    filesTable(mirror).put(connectionA, rows, seen, () => []);
  };
  const profile = putBackAfter('startFresh', (fresh) => put(fresh, [there, gone], 'before'));
  const startedSeq = outboxTable(profile.outbox).nextRequestSeq();
  put(profile, [there], 'after');
  expect(await unseenIds(filesTable(profile.mirror), 'public', 'after', startedSeq)).toEqual([gone.id]);
});

test('edits of a queue that is put back are held when something was sent since it was set aside', () => {
  const profile = putBackAfter('restore', ({ outbox }) => {
    const table = outboxTable(outbox);
    table.beginAttempt(anAttempt(1, { requestSeq: table.nextRequestSeq() }));
  });
  expect(statusesIn(profile)).toEqual(['held']);
});

test.each(['startFresh', 'restore'] as const)(
  'edits of a queue that is put back after %s wait as before when nothing was sent since',
  (way) => {
    expect(statusesIn(putBackAfter(way, ({ outbox }) => void outboxTable(outbox).nextRequestSeq()))).toEqual([
      'queued',
    ]);
  },
);

test('edits of a queue that is put back are held when the queue before cannot be read', () => {
  const directory = closedProfile();
  actionsIn(directory).startFresh();
  const [aside] = copiesOf(outboxIn(directory));
  writeFileSync(outboxIn(directory), 'this was never a database, though it is long enough to be one');
  expect(actionsIn(directory).putBack(aside!.name)).toBe(true);
  expect(statusesIn(aProfile(directory))).toEqual(['held']);
});

test('a queue that is put back after the time that requests are kept is held: nothing tells whether something was sent', () => {
  const directory = closedProfile();
  actionsIn(directory, laterMs - KEPT_MS).startFresh();
  const [aside] = copiesOf(outboxIn(directory));
  expect(actionsIn(directory).putBack(aside!.name)).toBe(true);
  expect(statusesIn(aProfile(directory))).toEqual(['held']);
});

test('a queue of an earlier version that is put back leaves a copy of itself as it was', () => {
  const directory = anOldProfile();
  const bytes = outboxContents(outboxIn(directory));
  renameSync(outboxIn(directory), `${outboxIn(directory)}.replaced-1`);
  expect(actionsIn(directory).putBack('outbox.db.replaced-1')).toBe(true);
  const [copy, ...others] = copiesOf(outboxIn(directory));
  expect([copy?.kind, others, outboxContents(copy!.path)]).toEqual(['beforeMigration', [], bytes]);
  expect(aProfile(directory, laterMs).warnings).toEqual([]);
});
