import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../src/domain/ids.ts';
import { numberOf } from './rows.ts';

/** Copies by the number their rows carry: a connection's id is long, and every row would repeat it. */
export function copies(db: Database) {
  const select = db.prepare<[string], unknown>('SELECT number FROM copies WHERE connection_id = ?').pluck();
  const insert = db.prepare<[string]>('INSERT INTO copies (connection_id) VALUES (?)');
  const bumpSaid = db.prepare<[number]>('UPDATE copies SET said_version = said_version + 1 WHERE number = ?');
  const bumpShown = db.prepare<[number]>('UPDATE copies SET shown_version = shown_version + 1 WHERE number = ?');
  const bumpKeys = db.prepare<[number]>('UPDATE copies SET keys_version = keys_version + 1 WHERE number = ?');

  const find = (id: ConnectionId): number | null => {
    const number = select.get(id);
    return number === undefined ? null : numberOf(number);
  };
  return {
    /** @returns null when nothing was ever copied of this connection */
    find,
    findOrMake: (id: ConnectionId): number => find(id) ?? Number(insert.run(id).lastInsertRowid),
    saidChanged: (copy: number): void => {
      bumpSaid.run(copy);
      bumpShown.run(copy);
    },
    /** Pending edits alone make another picture of what was said. */
    shownChanged: (copy: number): void => void bumpShown.run(copy),
    keysChanged: (copy: number): void => void bumpKeys.run(copy),
  };
}
