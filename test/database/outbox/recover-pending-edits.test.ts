import SQLite, { type Database } from 'better-sqlite3';
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notesTable } from '../../../electron/database/outbox/notes-table.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import {
  type Pending,
  pendingEditsAsJson,
  pendingInParts,
  recoverPendingEdits,
  recoverReadable,
  textOfAll,
} from '../../../electron/database/outbox/recover-pending-edits.ts';
import { KEPT_MS, prune } from '../../../electron/database/outbox/retention.ts';
import { numberOf, numbersOf, textsOf } from '../../../electron/database/sqlite/column-parsers.ts';
import { DAY_MS } from '../../../src/domain/core/durations.ts';
import { aChangeSet, anEdit, uuid } from '../../support/builders.ts';
import { anOutbox, aProfile, noPause, temporaryDirectory } from '../../support/database.ts';

const FILES = 300;
const every = Array.from({ length: FILES }, (_, at) => at + 1);

/** A closed outbox with an edit of each of 300 files, and a note. @returns the path of its file */
function closedOutbox(more: (outbox: Database) => void = () => undefined): string {
  const directory = temporaryDirectory();
  const { outbox, close } = aProfile(directory);
  const set = aChangeSet(1, { edits: every.map((number) => anEdit(number, uuid(number))) });
  outboxTable(outbox).enqueue(set);
  notesTable(outbox).put(set.id, 'for the printer');
  more(outbox);
  close();
  return join(directory, 'outbox.db');
}

/** Overwrites a page of rows in the middle of some tables. */
function damage(path: string, ...tables: readonly string[]): void {
  const db = new SQLite(path, { readonly: true });
  const pageBytes = numberOf(db.pragma('page_size', { simple: true }));
  const select = db.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'").pluck();
  const pages = tables.map((table) => {
    const leaves = numbersOf(select.all(table));
    return leaves[Math.floor(leaves.length / 2)]!;
  });
  db.close();
  const bytes = readFileSync(path);
  for (const page of pages) bytes.fill(0x5a, (page - 1) * pageBytes, page * pageBytes);
  writeFileSync(path, bytes);
}

function recovered(path: string): Pending {
  const pending = recoverReadable(path);
  if (typeof pending === 'string') throw new Error(pending);
  return pending;
}
const seqsOf = ({ edits, unreadable }: Pending) => [...edits, ...unreadable].map(({ seq }) => seq).toSorted(byNumber);
const byNumber = (a: number, b: number): number => a - b;

test('where the list of waiting edits is damaged, each place in the queue is looked at by itself', () => {
  const path = closedOutbox((outbox) => {
    const table = outboxTable(outbox);
    const end = (number: number) =>
      table.update([{ editId: anEdit(number).id, field: 'name', status: 'settled', settlement: 'applied' }]);
    end(1);
    for (const nowMs of [0, KEPT_MS, KEPT_MS + DAY_MS]) prune(outbox, nowMs);
    end(FILES);
  });
  damage(path, 'edit_changes');
  const pending = recovered(path);
  expect(pending.unreadable.length).toBeGreaterThan(0);
  expect(pending.edits.length).toBeGreaterThan(FILES / 2);
  // The first edit was removed after its time, the last one is over: neither waits.
  expect(seqsOf(pending)).toEqual(every.slice(1, -1));
  expect(pending.unreadable[0]?.detail).toMatch(/malformed/);
});

test('where the edits are damaged as well, those that may be there are named as unreadable', () => {
  const path = closedOutbox();
  damage(path, 'edit_changes', 'edits');
  const pending = recovered(path);
  expect(pending.edits.length).toBeGreaterThan(0);
  expect(seqsOf(pending)).toEqual(every);
});

test('an edit of which one field is over and another waits is given back whole', () => {
  const { db, outbox } = anOutbox();
  const fields = [{}, { field: 'key:env', base: null, mine: 'prod' }] as const;
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, uuid(1), ...fields)] }));
  outbox.update([{ editId: anEdit(1).id, field: 'name', status: 'settled', settlement: 'applied' }]);
  expect(recoverPendingEdits(db)).toMatchObject({
    edits: [{ seq: 1, changes: [{ status: 'settled' }, { status: 'queued' }] }],
    unreadable: [],
    altered: [],
  });
});

test('an edit whose value is no JSON any more is named, and keeps none of the others back', () => {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2), anEdit(3)] }));
  overlaid(db, 'edit_changes', { mine_json: `iif(edit_seq = 2, '{"cut', mine_json)` });
  const { edits, unreadable } = recoverPendingEdits(db);
  expect([edits.map(({ seq }) => seq), unreadable.map(({ seq }) => seq)]).toEqual([[1, 3], [2]]);
});

test('a note that cannot be read costs no edit', () => {
  const path = closedOutbox();
  damage(path, 'change_set_notes');
  expect(recovered(path)).toMatchObject({ edits: { length: FILES }, notes: [] });
});

test('a note that is no text costs no edit', () => {
  const { db } = withNote();
  overlaid(db, 'change_set_notes', { note: "x'00'" });
  expect(recoverPendingEdits(db)).toMatchObject({ edits: [{ seq: 1 }], notes: [] });
});

/** Fails in SQLite for another reason than damage. */
const BROKEN = "json('{')";

test.each([
  ['the list of edits', 'edit_changes', { status: BROKEN }],
  ['an edit', 'edit_changes', { base_json: `iif(edit_seq = 1, ${BROKEN}, base_json)` }],
  ['a note', 'change_set_notes', { note: BROKEN }],
] as const)('a failure over %s that is no damage is told, and not taken for a loss', (_what, table, columns) => {
  const { db } = withNote();
  overlaid(db, table, columns);
  expect(() => recoverPendingEdits(db)).toThrow('malformed JSON');
});

function withNote() {
  const { db, outbox } = anOutbox();
  const set = aChangeSet(1);
  outbox.enqueue(set);
  notesTable(db).put(set.id, 'for the printer');
  return { db };
}

/** Lets a table answer with other values than it holds. */
function overlaid(db: Database, table: string, columns: Readonly<Record<string, string>>): void {
  const names = textsOf(db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table));
  const values = names.map((name) => `${columns[name] ?? name} AS ${name}`).join(', ');
  db.exec(`CREATE TEMP VIEW ${table} AS SELECT ${values} FROM main.${table}`);
}

test('an outbox is read without writing to it: its log stays, and the file is left to others', () => {
  const directory = temporaryDirectory();
  const { outbox } = aProfile(directory);
  outboxTable(outbox).enqueue(aChangeSet(1));
  const left = temporaryDirectory();
  for (const name of readdirSync(directory)) copyFileSync(join(directory, name), join(left, name));
  const path = join(left, 'outbox.db');
  const before = readFileSync(path);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  expect(recovered(path).edits).toMatchObject([{ seq: 1 }]);
  expect(readFileSync(path)).toEqual(before);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  const next = new SQLite(path);
  expect(next.pragma('journal_mode = DELETE', { simple: true })).toBe('delete');
  next.close();
});

test.each([
  ['another program’s', (path: string) => void new SQLite(path).exec('CREATE TABLE theirs (x)').close()],
  ['no database at all', (path: string) => writeFileSync(path, 'nonsense'.repeat(1_000))],
])('of a file that is %s nothing can be read, and that is said', (_what, make) => {
  const path = join(temporaryDirectory(), 'outbox.db');
  make(path);
  expect(recoverReadable(path)).toMatch(/no such table|not a database/);
});

test('an outbox that holds rows of another program, and nothing else to go by, is a message as well', () => {
  const path = closedOutbox();
  const db = new SQLite(path);
  db.exec('DELETE FROM ledger');
  db.close();
  damage(path, 'edit_changes');
  expect(recoverReadable(path)).toEqual(expect.any(String));
});

test('what is no fault of the file is no message about it', () => {
  expect(() => recoverReadable(':memory:')).toThrow(TypeError);
});

test('the waiting edits are told as JSON between other work, with an edit that comes meanwhile as the last one', async () => {
  const { outbox } = aProfile();
  const table = outboxTable(outbox);
  table.enqueue(aChangeSet(1, { edits: every.map((number) => anEdit(number, uuid(number))) }));
  let pauses = 0;
  const json = await pendingEditsAsJson(outbox, () => {
    pauses += 1;
    if (pauses === 1) table.enqueue(aChangeSet(2, { edits: [anEdit(1_000, uuid(1_000))] }));
    return Promise.resolve();
  });
  expect(pauses).toBeGreaterThanOrEqual(FILES / 50);
  expect(json).toBe(JSON.stringify(recoverPendingEdits(outbox), null, 2));
});

test('thousands of edits that are over are passed over in slices, too', async () => {
  const { outbox } = aProfile();
  const over = Array.from({ length: 4_100 }, (_, at) => anEdit(at + 1, uuid(at + 1), { status: 'discarded' }));
  const waiting = anEdit(5_000, uuid(5_000));
  outboxTable(outbox).enqueue(aChangeSet(1, { edits: [...over, waiting] }));
  let pauses = 0;
  const json = await pendingEditsAsJson(outbox, async () => void (pauses += 1));
  expect(pauses).toBeGreaterThanOrEqual(3);
  expect(json).toBe(JSON.stringify(recoverPendingEdits(outbox), null, 2));
});

test('a queue without waiting edits is told as JSON too', async () => {
  const { outbox } = aProfile();
  expect(await pendingEditsAsJson(outbox, noPause)).toBe(JSON.stringify(recoverPendingEdits(outbox), null, 2));
});

test('waiting edits that are too long for one text are no text, and are written in parts all the same', async () => {
  const { outbox } = aProfile();
  outboxTable(outbox).enqueue(aChangeSet(1, { edits: every.map((number) => anEdit(number, uuid(number))) }));
  const pending = recoverPendingEdits(outbox);
  const whole = JSON.stringify(pending, null, 2);
  const parts = [...pendingInParts(pending)];
  expect(parts.join('')).toBe(whole);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(whole.length / 5);
  for (const most of [whole.length - 1, whole.length / 2])
    expect([await pendingEditsAsJson(outbox, noPause, most), textOfAll(parts, most)]).toEqual([null, null]);
  expect(await pendingEditsAsJson(outbox, noPause, whole.length)).toBe(whole);
  expect(textOfAll(pendingInParts({ ...pending, edits: [] }))).toBe(JSON.stringify({ ...pending, edits: [] }, null, 2));
});
