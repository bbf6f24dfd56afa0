import { z } from 'zod';
import { filterQuestions, type FilterQuestion } from './filter-questions.ts';
import { openRaw } from './raw-schema.ts';
import { work } from './work.ts';

const ROWS_SHOWN = 100;
const COLUMNS = `file.network, file.id, file.name, file.cid, file.size, file.mime_type, file.group_id, file.created_at,
  file.state`;

/** The statements of one question: the exact count and the first rows by name. */
function statementsOf({ sql }: FilterQuestion) {
  if (sql !== 'PAIR AND FAMILY') {
    const from = `FROM files AS file WHERE ${sql}`;
    const first = `SELECT ${COLUMNS} ${from} ORDER BY file.name_key, file.row_id LIMIT ${ROWS_SHOWN}`;
    return { count: `SELECT count(*) ${from}`, first };
  }
  const from = 'FROM metadata AS pair WHERE pair.key = ? AND pair.value = ? AND pair.family = ?';
  const ids = `SELECT pair.row_id, pair.name_key ${from} ORDER BY pair.name_key, pair.row_id LIMIT ${ROWS_SHOWN}`;
  const first = `SELECT ${COLUMNS} FROM (${ids}) AS found CROSS JOIN files AS file USING (row_id)`;
  return { count: `SELECT count(*) ${from}`, first };
}

/** The same questions over an indexed schema made for them. */
export const rawFilters = work({
  name: 'rawFilters',
  module: import.meta.url,
  input: z.object({ databasePath: z.string(), runs: z.number() }),
  output: z.object({ byName: z.record(z.string(), z.array(z.number())) }),
  run: ({ databasePath, runs }) => {
    const db = openRaw(databasePath, { synchronous: 'NORMAL' });
    const asked = filterQuestions.map((question) => {
      const { count, first } = statementsOf(question);
      return { ...question, count: db.prepare(count).pluck(), first: db.prepare(first) };
    });
    const byName: Record<string, number[]> = {};
    for (let run = 0; run < runs; run++) {
      for (const { name, values, count, first } of asked) {
        const began = performance.now();
        count.get(...values);
        first.all(...values);
        (byName[name] ??= []).push(performance.now() - began);
      }
    }
    db.close();
    return { byName };
  },
});
