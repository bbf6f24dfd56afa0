import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '../support/markdown-table.ts';
import { writeResults } from '../support/results-file.ts';
import { serviceBodies } from './bodies.ts';
import { callsOf, fuzzedChannels, fuzzedCore, letRun } from './calls.ts';
import { damagedProfiles, sampleProfile } from './profiles.ts';
import { fuzz, isAsItShould, lineOf, type FuzzRun } from './target.ts';
import { importFiles, links } from './texts.ts';

const usage = `Usage: npm run fuzz -- [--bodies N] [--calls N] [--files N] [--links N] [--profiles N] [--seed S] [--channel NAME] [--write]

  --bodies N      bodies of the service (1000000)
  --calls N       calls of each channel through the running core (1000)
  --files N       tables and lists that are dropped in (10000)
  --links N       links from other programs (100000)
  --profiles N    profiles that something else has written into (300)
  --seed S        another series of inputs (1)
  --channel NAME  calls of this channel only, and nothing else; given again, of several
  --write         also put the figures into test/fuzz/RESULTS.md`;

const number = (usual: string) => ({ type: 'string', default: usual }) as const;
const { values } = parseArgs({
  options: {
    bodies: number('1000000'),
    calls: number('1000'),
    files: number('10000'),
    links: number('100000'),
    profiles: number('300'),
    seed: number('1'),
    channel: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(`${usage}\n`);
else process.exitCode = (await run()) ? 0 : 1;

async function run(): Promise<boolean> {
  const seed = countOf(values.seed, '--seed');
  const startedAt = performance.now();
  const runs: FuzzRun[] = [];
  const told = (one: FuzzRun): void => {
    runs.push(one);
    process.stdout.write(`${lineOf(one)}\n`);
  };
  if (values.channel === undefined) {
    told(await fuzz(serviceBodies, { seed, count: countOf(values.bodies, '--bodies') }));
    told(await fuzz(importFiles, { seed, count: countOf(values.files, '--files') }));
    told(await fuzz(links, { seed, count: countOf(values.links, '--links') }));
    await fuzzProfiles({ seed, count: countOf(values.profiles, '--profiles') }, told);
  }
  await fuzzCalls({ seed, count: countOf(values.calls, '--calls') }, told);
  if (values.write) write(runs, (performance.now() - startedAt) / 1_000);
  return runs.every(isAsItShould);
}

async function fuzzCalls(given: Parameters<typeof fuzz>[1], told: (one: FuzzRun) => void): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'pinfold-fuzz-'));
  const fuzzed = await fuzzedCore(profile);
  try {
    for (const name of fuzzedChannels.filter((one) => values.channel?.includes(one) ?? true)) {
      told(await fuzz(callsOf(name, fuzzed), given));
      await letRun(fuzzed);
    }
  } finally {
    await fuzzed.core.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function fuzzProfiles(given: Parameters<typeof fuzz>[1], told: (one: FuzzRun) => void): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'pinfold-fuzz-'));
  try {
    told(await fuzz(damagedProfiles(await sampleProfile(directory)), given));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function countOf(text: string, option: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`${option} needs a whole number, not "${text}".\n${usage}\n`);
  process.exit(2);
}

function write(runs: readonly FuzzRun[], seconds: number): void {
  const options = (['bodies', 'calls', 'files', 'links', 'profiles', 'seed'] as const).map(
    (name) => `--${name} ${values[name]}`,
  );
  const rows = runs.map(({ name, inputs, slowestMs, crash }) => [
    name,
    inputs.toLocaleString('en-GB'),
    slowestMs.toFixed(0),
    crash === null ? '0' : crash.what,
  ]);
  writeResults(join(import.meta.dirname, 'RESULTS.md'), 'What hostile input found', {
    heading: 'Every place where something hostile comes in',
    command: `npm run fuzz -- ${options.join(' ')} --write`,
    seconds,
    body: markdownTable(['', 'Inputs', 'Slowest, ms', 'Crashes'], rows),
  });
}
