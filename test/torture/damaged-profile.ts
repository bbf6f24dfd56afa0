import SQLite from 'better-sqlite3';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { openProfile } from '../../electron/database/profile/open-profile.ts';
import { outboxTable } from '../../electron/database/outbox/outbox-table.ts';
import type { NewEdit } from '../../electron/database/outbox/outbox.ts';
import { checkpoint } from '../../electron/database/outbox/checkpoint.ts';
import { Random } from '../simulation/random.ts';
import { aChangeSet, anEdit, uuid } from '../support/builders.ts';
import type { Scratch } from './scratch.ts';

/**
 * What a profile looks like before it is damaged: `closed` in good order; `full log` with a log that could not be folded
 * into the file for some time, and a mark that knows of it; `log ahead` with a log that the mark does not know of yet; `decided last` like a full log, whose last entry is no edit
 * but what a person decided about one.
 */
export type Condition = 'closed' | 'full log' | 'log ahead' | 'decided last';

const SETS = 24;
export const profileFiles = ['outbox.db', 'outbox.db-wal', 'outbox.mark', 'mirror.db'] as const;

/** @returns the folder of a profile with edits in every state */
export function soundProfile(condition: Condition, seed: number, scratch: Scratch): string {
  const directory = scratch.folder();
  const opened = openProfile(directory, nowMs);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const { outbox: db, close } = opened.value;
  fill(outboxTable(db), 1, SETS / 2, new Random(seed));
  if (condition === 'closed') {
    fill(outboxTable(db), SETS / 2 + 1, SETS, new Random(seed + 1));
    close();
    return directory;
  }
  checkpoint(db).now();
  const reader = holdOpen(join(directory, 'outbox.db'));
  db.pragma('busy_timeout = 0');
  fill(outboxTable(db), SETS / 2 + 1, SETS, new Random(seed + 1));
  if (condition === 'decided last') outboxTable(db).update([{ editId: lastEdit, field: 'name', status: 'held' }]);
  if (condition !== 'log ahead') checkpoint(db).now();
  const copy = scratch.folder();
  for (const file of profileFiles) copyFileSync(join(directory, file), join(copy, file));
  reader.close();
  close();
  scratch.forget(directory);
  return copy;
}

export const nowMs = Date.UTC(2026, 0, 1);

const lastEdit = anEdit(SETS * 10).id;

type Outbox = ReturnType<typeof outboxTable>;

function fill(outbox: Outbox, from: number, to: number, random: Random): void {
  for (let number = from; number <= to; number += 1) {
    const files = random.between(1, 3);
    const edits = Array.from({ length: files }, (_, at): NewEdit =>
      anEdit(number * 10 + at, uuid(random.between(1, 6) * 10 + at), { mine: wordsOf(random) }),
    );
    outbox.enqueue(aChangeSet(number, { edits }));
    const status = random.pick(['queued', 'queued', 'held', 'discarded'] as const);
    if (number < SETS && status !== 'queued')
      outbox.update(edits.map(({ id }) => ({ editId: id, field: 'name', status })));
  }
}

const wordsOf = (random: Random): string => `${'abcdefghij'.repeat(random.between(1, 90))}${random.between(1, 9_999)}`;

/** Somebody who reads keeps the log from being folded in. */
function holdOpen(path: string): SQLite.Database {
  const reader = new SQLite(path, { readonly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM edits').get();
  return reader;
}

/** @returns the folder of a copy to be damaged */
export function copyOf(profile: string, scratch: Scratch): string {
  const copy = scratch.folder();
  for (const file of profileFiles) {
    if (existsSync(join(profile, file))) copyFileSync(join(profile, file), join(copy, file));
  }
  return copy;
}
