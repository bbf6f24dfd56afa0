import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileId, network, type FileKey, type Network } from '../../../src/domain/core/ids.ts';
import type { SeenInScan } from './mirror.ts';
import { numberOf } from '../sqlite/column-parsers.ts';

const keyRow = z.object({ network, id: fileId });
/** Seen by a single read, outside every scan. */
const NO_PASS = 0;

/** When each row was last met, and by which pass of a listing. */
export function lastSeenTable(db: Database) {
  const insertPass = db.prepare<[string]>('INSERT INTO passes (pass_id) VALUES (?) ON CONFLICT DO NOTHING');
  const selectPass = db.prepare<[string], unknown>('SELECT number FROM passes WHERE pass_id = ?').pluck();
  const upsert = db.prepare<[number, number, number, number]>(/* sql */ `
    INSERT INTO sightings (row_id, seen_at_ms, request_seq, pass) VALUES (?, ?, ?, ?)
    ON CONFLICT (row_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms, request_seq = excluded.request_seq,
      pass = CASE excluded.pass WHEN ${NO_PASS} THEN pass ELSE excluded.pass END
  `);
  const selectNotMet = db.prepare<[number, string, number, number], unknown>(/* sql */ `
    SELECT file.network, file.id FROM files AS file JOIN sightings AS seen USING (row_id)
    WHERE file.copy = ? AND file.network = ? AND seen.pass <> ? AND seen.request_seq < ?
    ORDER BY file.id
  `);

  const find = (scanId: string): number | null => {
    const number = selectPass.get(scanId);
    return number === undefined ? null : numberOf(number);
  };
  function findOrMake(scanId: string): number {
    insertPass.run(scanId);
    return find(scanId) ?? NO_PASS;
  }

  return {
    /** @returns marks rows as met by one answer of the service */
    marker: ({ seenAtMs, requestSeq, scanId }: SeenInScan): ((rowId: number) => void) => {
      const pass = scanId === null ? NO_PASS : findOrMake(scanId);
      return (rowId) => void upsert.run(rowId, seenAtMs, requestSeq, pass);
    },
    notSeenIn: (mirrorId: number, of: Network, scanId: string, startedRequestSeq: number): readonly FileKey[] =>
      selectNotMet.all(mirrorId, of, find(scanId) ?? -1, startedRequestSeq).map((row) => keyRow.parse(row)),
  };
}
