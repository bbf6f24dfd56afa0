import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { machineLine } from '../support/machine.ts';
import { writeResults } from '../support/results-file.ts';
import { Bench, type Row } from './bench.ts';
import type { Line } from './line.ts';
import { benchOptions, HELP, type BenchOptions } from './options.ts';
import { measurePeers } from './peers/peers.ts';
import { profileTops } from './profile-top.ts';
import { exitCodeOf, markdown, missedSentence, resultsSections, type BenchRun } from './report.ts';
import { rows } from './rows.ts';

type Broken = { readonly row: string; readonly words: string };
type Figures = { readonly lines: readonly Line[]; readonly broken: readonly Broken[] };

/** One row after the other; one that breaks is told and the others still run. */
async function measure(bench: Bench, wanted: readonly Row[]): Promise<Figures> {
  const lines: Line[] = [];
  const broken: Broken[] = [];
  for (const row of wanted) {
    bench.say(`${row.id} ${row.title} …`);
    const began = performance.now();
    try {
      lines.push(...(await row.run(bench)));
    } catch (error) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      broken.push({ row: row.id, words });
      bench.say(words);
    }
    bench.tidy();
    bench.say(`${row.id} took ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
  return { lines, broken };
}

async function measureAll(bench: Bench) {
  const { rows: wanted, peers } = bench.options;
  const measured = await measure(
    bench,
    rows.filter(({ id }) => wanted.includes(id)),
  );
  return { ...measured, others: peers ? await measurePeers(bench, measured.lines) : null };
}

/** A run with a broken row leaves the file as it is: half a table would look like a whole one. */
function keepResults(finished: BenchRun, broken: readonly Broken[]): void {
  if (broken.length > 0) return console.log('\ntest/bench/RESULTS.md is left as it is, because a row broke.');
  for (const section of resultsSections(finished)) {
    writeResults(join(import.meta.dirname, 'RESULTS.md'), 'What the bench measured', section);
  }
}

async function run(options: BenchOptions): Promise<number> {
  const bench = new Bench(options);
  const stop = (): void => void bench.close().then(() => process.exit(130));
  process.once('SIGINT', stop);
  const began = performance.now();
  const { lines, broken, others } = await measureAll(bench).finally(() => bench.close());
  const machine = machineLine();
  const about = { machine, records: options.records, runs: options.runs, seconds: (performance.now() - began) / 1_000 };
  mkdirSync(dirname(options.jsonPath), { recursive: true });
  writeFileSync(
    options.jsonPath,
    `${JSON.stringify({ ...about, lines, broken, peers: others?.figures ?? null }, null, 2)}\n`,
  );
  console.log(`${options.records.toLocaleString('en-GB')} records. ${machine}. ${Math.round(about.seconds)} s.\n`);
  console.log(markdown(lines));
  if (others !== null) console.log(`\nWhat people use instead, median / p99:\n\n${others.table}`);
  if (options.profileDirectory !== null) console.log(`\n${profileTops(options.profileDirectory)}`);
  if (options.write) keepResults({ ...options, seconds: about.seconds, lines, peers: others?.table ?? null }, broken);
  for (const { row, words } of broken) console.log(`\n${row} broke: ${words.split('\n')[0]}`);
  console.log(`\n${missedSentence(lines)}${broken.length === 0 ? '' : ` ${broken.length} rows broke.`}`);
  return exitCodeOf({ lines, broken }, options.allowMissed);
}

function optionsOrWords(words: readonly string[]): BenchOptions | string {
  try {
    return benchOptions(
      words,
      rows.map(({ id }) => id),
    );
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

const options = optionsOrWords(process.argv.slice(2));
if (typeof options === 'string') {
  console.error(`${options}\n\n${HELP}`);
  process.exitCode = 2;
} else if (options.help) console.log(HELP);
else process.exitCode = await run(options);
