import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openOutbox } from '../../../electron/database/outbox/open-outbox.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { aChangeSet, anEdit, uuid } from '../../support/builders.ts';
import { closedAfterwards, openedAtMs, temporaryDirectory } from '../../support/database.ts';

/** The files that this process has open; one that closes meanwhile is none. */
const openFiles = (): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      return [readlinkSync(`/proc/self/fd/${number}`)];
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  });

test.runIf(process.platform === 'linux')('a large change set is written to the files of the profile alone', () => {
  const directory = temporaryDirectory();
  const { db } = openOutbox(join(directory, 'outbox.db'), openedAtMs);
  closedAfterwards(db);
  const outbox = outboxTable(db);
  const edits = Array.from({ length: 500 }, (_, at) => anEdit(at + 1, uuid(at + 1)));
  const opened = outbox.atomically(() => {
    const before = new Set(openFiles());
    outbox.enqueue(aChangeSet(1, { edits }));
    return openFiles().filter((path) => !before.has(path) && !path.startsWith(directory));
  });
  expect(opened).toEqual([]);
});
