import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeResults } from '../support/results-file.ts';
import { buildApp } from './app-process.ts';
import { endChildren } from './children.ts';
import { checkDamages } from './damage-check.ts';
import { allDamages } from './damages.ts';
import { appKilling, cutting, failing, killing, type Around } from './harnesses.ts';
import { damageTable, figures, isAsItShould, resultsSection, verdictSentence, type Line } from './report.ts';
import { scratch } from './scratch.ts';
import { straceProblem } from './strace.ts';
import { Tally } from './verdict.ts';

const HELP = `Kills the app, lets its disk fail, cuts its power and damages its files, and looks whether edits are lost.

  node test/torture/run.ts [options]

  --seed N      another series of accidents (default 1)
  --kills N     kills of the process that holds the queue (default 1000)
  --app-kills N kills of the whole built app (default 40)
  --points N    faults at single system calls (default 700)
  --cuts N      power cuts (default 2000)
  --jobs N      processes at a time (default 2)
  --short       a tenth of all that
  --write       also puts the figures into test/torture/RESULTS.md; needs strace, and goes without --short
  --help        this text`;

const count = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

function options(words: string[]) {
  const options = { seed: count, kills: count, 'app-kills': count, points: count, cuts: count, jobs: count };
  const { values } = parseArgs({ args: words, options: { ...options, short: flag, write: flag, help: flag } });
  const part = values.short ? 0.1 : 1;
  const number = (name: keyof typeof options, usual: number): number => {
    const given = Number(values[name] ?? usual);
    if (!Number.isSafeInteger(given) || given < 0) throw new TypeError(`--${name} needs a whole number`);
    return given;
  };
  if (values.write && values.short) throw new TypeError('--write goes without --short');
  if (values.write && straceProblem() !== null) throw new TypeError(`--write needs strace: ${straceProblem()}`);
  return {
    help: values.help === true,
    write: values.write === true,
    seed: number('seed', 1),
    jobs: Math.max(1, number('jobs', 2)),
    kills: number('kills', 1_000 * part),
    appKills: number('app-kills', 40 * part),
    points: number('points', 700 * part),
    cuts: number('cuts', 2_000 * part),
  };
}

type Options = ReturnType<typeof options>;

const RESULTS_PATH = join(import.meta.dirname, 'RESULTS.md');
const LONGEST_DRAIN_MS = 180_000;

async function torture({ kills, appKills, points, cuts }: Options, around: Around): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const add = async (work: Promise<Line>): Promise<void> => {
    const line = await work;
    lines.push(line);
    console.log(figures([line]));
    for (const example of line.isControl ? [] : line.tally.examples) console.log(`  ${example}`);
  };
  const few = (number: number): number => Math.ceil(number / 10);
  await add(killing(around, kills, 'none'));
  await add(killing(around, few(kills), 'answerFirst'));
  await add(killing(around, few(kills), 'blindRepeat'));
  await add(appKilling(around, appKills, buildApp(around.scratch.directory), LONGEST_DRAIN_MS));
  const problem = straceProblem();
  if (problem !== null) {
    console.log(`*** FAULTS AT SYSTEM CALLS AND POWER CUTS WERE SKIPPED: ${problem} ***`);
    return lines;
  }
  await add(failing(around, points, 'none'));
  await add(failing(around, few(points), 'answerFirst'));
  await add(cutting(around, cuts, 'none'));
  await add(cutting(around, few(cuts), 'normalSync'));
  await add(cutting(around, few(cuts), 'answerFirst'));
  return lines;
}

function damage({ seed, scratch: own }: Around): readonly Line[] {
  const began = performance.now();
  const found = checkDamages(allDamages, seed, own, Number.POSITIVE_INFINITY);
  const seconds = (performance.now() - began) / 1_000;
  const tally = new Tally();
  for (const fault of found.faults) tally.fault(fault);
  const control = new Tally();
  control.lost = found.missedBySQLite;
  console.log(damageTable(found));
  for (const example of tally.examples) console.log(`  ${example}`);
  const kinds = `${allDamages.length} kinds`;
  const missed = `integrity_check calls ${found.missedBySQLite} of ${found.harmful} harmful ones sound`;
  return [
    { name: 'damaged files', tries: found.tries, of: 'files', tally, notes: kinds, isControl: false, seconds },
    {
      name: '  control: SQLite alone',
      tries: null,
      of: 'files',
      tally: control,
      notes: missed,
      isControl: true,
      seconds: 0,
    },
  ];
}

async function run(wanted: Options): Promise<boolean> {
  const own = scratch();
  const stop = (): never => {
    endChildren();
    own.remove();
    process.exit(130);
  };
  process.once('SIGINT', stop);
  const began = performance.now();
  try {
    console.log(`Seed ${wanted.seed}; the same series again: node test/torture/run.ts --seed ${wanted.seed}\n`);
    const around = { seed: wanted.seed, jobs: wanted.jobs, scratch: own };
    const lines = [...damage(around), ...(await torture(wanted, around))];
    console.log(`\n${figures(lines)}`);
    const seconds = Math.round((performance.now() - began) / 1_000);
    console.log(`\nSeed ${wanted.seed}, ${seconds} s. ${verdictSentence(lines)}`);
    if (wanted.write) writeResults(RESULTS_PATH, 'What the torture found', resultsSection(wanted, lines, seconds));
    return lines.every(isAsItShould);
  } finally {
    own.remove();
  }
}

function optionsOrUsage(words: string[]): Options | string {
  try {
    return options(words);
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

const wanted = optionsOrUsage(process.argv.slice(2));
if (typeof wanted === 'string') {
  console.error(wanted);
  process.exitCode = 2;
} else if (wanted.help) console.log(HELP);
else process.exitCode = (await run(wanted)) ? 0 : 1;
