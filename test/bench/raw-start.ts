import SQLite from 'better-sqlite3';

/** A program that opens the baseline's file, reads the first 100 rows, and says when it had them. */
const db = new SQLite(process.argv[2] ?? '', { readonly: true });
db.prepare('SELECT row_id, id, name, cid FROM files ORDER BY name_key, row_id LIMIT 100').all();
process.stdout.write(String(performance.timeOrigin + performance.now()));
db.close();
