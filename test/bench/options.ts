import { join } from 'node:path';
import { parseArgs } from 'node:util';

export const HELP = `Measures Pinfold through its real layers, each figure beside a hand-written baseline of the same run.

  npm run bench -- [options]

  --full           1,000,000 records instead of 100,000
  --records N      so many records
  --rows P1,P3     only these rows
  --runs N         how often slow figures are taken (3; 1 from 300,000 records on)
  --peers          also what people use instead; installs it from the npm registry into the cache
  --write          also puts the figures into test/bench/RESULTS.md; needs every row and no profile
  --allow-missed   a missed ratio bar is told and fails no run: for machines whose speed changes from run to run
  --json FILE      where the figures go as JSON (test-results/bench.json)
  --profile DIR    writes a CPU profile of every measured thread and prints what it spent its time on
  --cache DIR      where data sets are kept between runs (node_modules/.cache/pinfold-bench)
  --help           this text

Exit codes: 0 when every ratio bar is reached, or may be missed; 1 when one is missed or a row broke; 2 when the words make no sense.`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  ...{ full: flag, peers: flag, write: flag, help: flag },
  'allow-missed': flag,
  ...{ records: text, rows: text, runs: text, json: text, profile: text, cache: text },
} as const;

const MANY_RECORDS = 300_000;

/** @throws TypeError when the words make no sense */
export function benchOptions(words: readonly string[], known: readonly string[]) {
  const { values } = parseArgs({ args: [...words], options: OPTIONS });
  const records = wholeNumber('--records', values.records, values.full ? 1_000_000 : 100_000);
  const rows = values.rows?.split(',').map((row) => row.trim().toUpperCase()) ?? known;
  const stranger = rows.find((row) => !known.includes(row));
  if (stranger !== undefined) throw new TypeError(`There is no row ${stranger}; there are ${known.join(', ')}`);
  if (values.write === true && !known.every((row) => rows.includes(row)))
    throw new TypeError('--write needs every row');
  if (values.write === true && values.profile !== undefined) throw new TypeError('--write goes without --profile');
  return {
    ...{ records, rows, help: values.help === true, peers: values.peers === true, write: values.write === true },
    allowMissed: values['allow-missed'] === true,
    runs: wholeNumber('--runs', values.runs, records >= MANY_RECORDS ? 1 : 3),
    jsonPath: values.json ?? 'test-results/bench.json',
    profileDirectory: values.profile ?? null,
    cacheDirectory: values.cache ?? join(import.meta.dirname, '../../node_modules/.cache/pinfold-bench'),
  };
}

export type BenchOptions = ReturnType<typeof benchOptions>;

function wholeNumber(option: string, given: string | undefined, usual: number): number {
  const number = Number(given ?? usual);
  if (!Number.isSafeInteger(number) || number < 1) throw new TypeError(`${option} needs a whole number`);
  return number;
}
