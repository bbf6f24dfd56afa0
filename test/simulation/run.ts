import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeResults } from '../support/results-file.ts';
import { controlsOf } from './controls.ts';
import { missedLine, resultsSection, runLine, type SimulationRun } from './report.ts';
import { ENOUGH_SEEDS, neverReached } from './situations/tally.ts';
import { Crew } from './simulated-clients.ts';
import { FIRST_SEED_OF_ALL_ACTIONS, FIRST_SEED_OF_RULE_CHANGES } from './seed-ranges.ts';
import { play } from './world.ts';

const usage = `Usage: npm run simulate -- [--seeds N] [--from S] [--controls] [--jobs N] [--log] [--write]

  --seeds N    how many seeds to play (1000)
  --from S     the first of them (1); from ${FIRST_SEED_OF_ALL_ACTIONS} on people also undo, redo and change several files,
               from ${FIRST_SEED_OF_RULE_CHANGES} on the conflict rule as well
  --controls   take the rules away one at a time, and print how many seeds that breaks
  --jobs N     threads to play on (one for each core)
  --log        print everything that happened in each seed with a violation
  --write      also put the figures into test/simulation/RESULTS.md
  --results F  into this file instead

Ctrl C ends the run with the seeds that were begun.`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    controls: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    results: { type: 'string', default: join(import.meta.dirname, 'RESULTS.md') },
    log: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const seeds = wholeNumber(values.seeds, '--seeds');
const from = wholeNumber(values.from, '--from');
const jobs = Math.max(1, wholeNumber(values.jobs, '--jobs'));
/** Ctrl C ends the run with the seeds that were begun: hours of play are reported, and not thrown away. */
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
if (values.help) process.stdout.write(`${usage}\n`);
else process.exitCode = (await asItShould(new Crew(jobs))) ? 0 : 1;

function wholeNumber(text: string, option: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`${option} needs a whole number, not "${text}".\n${usage}\n`);
  process.exit(2);
}

/** A worker that dies is said, and makes the run fail. */
async function asItShould(crew: Crew): Promise<boolean> {
  try {
    const runs: SimulationRun[] = [];
    const isAsPromised = values.controls ? await controlsFind(crew, runs) : await productHolds(crew, runs);
    const options = { seeds: runs[0]?.seeds ?? 0, from, jobs, controls: values.controls };
    if (values.write) writeResults(values.results, 'What the simulation found', resultsSection(options, runs));
    return isAsPromised;
  } finally {
    await crew.end();
  }
}

/** Every control must find something; one that does not makes the whole run fail. */
async function controlsFind(crew: Crew, runs: SimulationRun[]): Promise<boolean> {
  let all = true;
  for (const { name } of controlsOf(from)) {
    if (stop.signal.aborted) return false;
    const { broken } = await run(crew, name, runs);
    all &&= broken.length > 0;
  }
  return all;
}

async function productHolds(crew: Crew, runs: SimulationRun[]): Promise<boolean> {
  const { broken, tally, seeds } = await run(crew, null, runs);
  for (const { seed, mode, rule, violations } of broken) {
    process.stdout.write(`seed ${seed} (${mode}, ${rule}):\n  ${violations.join('\n  ')}\n`);
    if (values.log) process.stdout.write(`${(await play(seed, {}, true)).log.join('\n')}\n`);
  }
  const missed = seeds < ENOUGH_SEEDS ? [] : neverReached(tally);
  if (missed.length > 0) process.stdout.write(`${missedLine(missed)}\n`);
  return broken.length === 0 && missed.length === 0;
}

/** Plays the seeds, prints one line and appends the run to `runs`. */
async function run(crew: Crew, control: string | null, runs: SimulationRun[]) {
  const startedAt = performance.now();
  const played = await crew.play({ from, seeds, control }, stop.signal);
  const seconds = (performance.now() - startedAt) / 1_000;
  const finished = {
    control,
    from,
    seeds: played.seeds,
    brokenSeeds: played.broken.length,
    tally: played.tally,
    seconds,
    jobs: crew.size,
  };
  runs.push(finished);
  process.stdout.write(`${runLine(finished)}\n`);
  return played;
}
