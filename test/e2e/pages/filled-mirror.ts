import SQLite from 'better-sqlite3';
import { join } from 'node:path';
import { fileStates } from '../../../src/domain/files/file.ts';

/**
 * Puts files into the mirror of an app that does not run, as lists read them: a test cannot wait until so many are copied.
 * The mirror holds one connection and one file before.
 *
 * @param total files there are afterwards
 * @param records which files can be read whole, by the inspector or an export: all, or the first and the last
 */
export function fillMirror(profileDirectory: string, total: number, records: 'all' | 'ends'): void {
  const last = total - 1;
  const db = new SQLite(join(profileDirectory, 'mirror.db'));
  // Nothing else has this file, and a power cut would only end the test.
  db.pragma('journal_mode = MEMORY');
  db.pragma('synchronous = OFF');
  db.exec(/* sql */ `
    INSERT INTO files (copy, network, id, shown_name, name_key, cid, size_bytes, state, open_changes)
    WITH RECURSIVE numbers (number) AS (
      SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${last}
    )
    SELECT (SELECT number FROM copies), 'public', printf('f%07d', number), printf('photo %07d.png', number),
      printf('photo %07d.png', number), 'bafy' || number, number, ${fileStates.indexOf('onServer')}, 0
    FROM numbers;
    UPDATE row_sets SET count = ${total} WHERE field = 'network';
    INSERT INTO records (row_id, raw, record_json)
    SELECT row_id, '{}', json_object('network', network, 'id', id, 'name', shown_name, 'cid', cid, 'sizeBytes', size_bytes,
      'numberOfFiles', 1, 'mimeType', NULL, 'groupId', NULL, 'keyvalues', json('[]'), 'createdAt', NULL)
    FROM files WHERE ${records === 'all' ? "cid LIKE 'bafy%' AND id LIKE 'f%'" : `id IN ('f0000001', printf('f%07d', ${last}))`};
    INSERT INTO sightings (row_id, seen_at_ms, request_seq, pass) SELECT row_id, 0, 0, 0 FROM records WHERE raw = '{}';
  `);
  db.pragma('journal_mode = WAL');
  db.close();
}
