import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { BrokenSeed } from './batch.ts';
import { controls } from './controls.ts';
import { Crew } from './crew.ts';
import { play } from './world.ts';

const usage = `Usage: npm run simulate -- [--seeds N] [--from S] [--controls] [--jobs N] [--log]

  --seeds N    how many seeds to play (1000)
  --from S     the first of them (1)
  --controls   take the rules away one at a time, and print how many seeds that breaks
  --jobs N     threads to play on (one for each core)
  --log        print everything that happened in each seed with a violation`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    controls: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const seeds = wholeNumber(values.seeds, '--seeds');
const from = wholeNumber(values.from, '--from');
const jobs = Math.max(1, wholeNumber(values.jobs, '--jobs'));
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
    return values.controls ? await controlsFind(crew) : await productHolds(crew);
  } finally {
    await crew.end();
  }
}

/** Every control must find something; one that does not makes the whole run fail. */
async function controlsFind(crew: Crew): Promise<boolean> {
  let all = true;
  for (const { name } of controls) {
    const broken = await run(crew, name);
    all &&= broken.length > 0;
  }
  return all;
}

async function productHolds(crew: Crew): Promise<boolean> {
  const broken = await run(crew, null);
  for (const { seed, mode, rule, violations } of broken) {
    process.stdout.write(`seed ${seed} (${mode}, ${rule}):\n  ${violations.join('\n  ')}\n`);
    if (values.log) process.stdout.write(`${(await play(seed, {}, true)).log.join('\n')}\n`);
  }
  return broken.length === 0;
}

async function run(crew: Crew, control: string | null): Promise<readonly BrokenSeed[]> {
  const startedAt = performance.now();
  const broken = await crew.play({ from, seeds, control });
  const seconds = (performance.now() - startedAt) / 1_000;
  const what = control === null ? 'the product' : `without a rule: ${control}`;
  const rate = `${broken.length} of ${seeds} seeds broken (${((broken.length / seeds) * 100).toFixed(1)} %)`;
  const speed = `${seconds.toFixed(1)} s, ${Math.round(seeds / seconds / crew.size)} seeds/s per core on ${crew.size}`;
  process.stdout.write(`${what}: ${rate}, seeds ${from} to ${from + seeds - 1}, ${speed}\n`);
  return broken;
}
