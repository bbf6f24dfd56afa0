import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { writeResults } from '../support/results-file.ts';
import { isSampled, type Sample } from './sample.ts';
import { scoreTable, survivorTable, type TriedMutant } from './score.ts';

const usage = `Usage: npm run mutants -- [FILE ...] [--part P] [--seed S] [--jobs N] [--least PERCENT] [--write]

Makes small mistakes in the rules that edits depend on, one at a time, and tells which no test notices.

  FILE             files or patterns (every room of the edits)
  --part P         a random part of the mistakes, 0.1 for one in ten (1)
  --seed S         another part of the same size (1)
  --jobs N         tests that run side by side (2)
  --least PERCENT  exit code 1 below this part noticed (92)
  --write          also put the figures into test/mutants/RESULTS.md`;

const root = join(import.meta.dirname, '../..');
/** Small mistakes are made in the rules that edits depend on. */
const rooms = ['src/domain/edits', 'electron/sync', 'electron/database/outbox', 'electron/remote'];
const strykerOptions: PartialStrykerOptions = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './test/mutants/sample.ts'],
  checkers: ['sample'],
  vitest: { configFile: 'test/mutants/vitest.config.ts', related: true },
  // Words of messages are proved where they are shown.
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  // Vitest finds no test below node_modules.
  tempDirName: 'out/mutants',
  ignorePatterns: ['out', 'dist', 'test-results', 'resources'],
  // What is counted of the first run grows with tests times mistakes: Node's usual limit and five minutes ended it.
  testRunnerNodeArgs: ['--max-old-space-size=8192'],
  dryRunTimeoutMinutes: 30,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: 'test-results/mutants.json' },
};

const option = (usual: string) => ({ type: 'string', default: usual }) as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ part: option('1'), seed: option('1'), jobs: option('2'), least: option('92') },
    ...{ write: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  },
});

if (values.help) process.stdout.write(`${usage}\n`);
else process.exitCode = await run();

async function run(): Promise<number> {
  const startedAt = performance.now();
  const sample = { part: numberOf('part'), seed: numberOf('seed') };
  const patterns = positionals.length > 0 ? positionals : rooms.map((room) => `${room}/**/*.ts`);
  const tried: TriedMutant[] = [];
  // One after the other: the tests of all rooms together, each with its coverage, need more memory than one thread has.
  for (const pattern of patterns) tried.push(...(await tryMutants(pattern, sample)));
  if (tried.length === 0) {
    process.stderr.write('No mutant is in the sample.\n');
    return 2;
  }
  const table = scoreTable(tried, rooms, root);
  const survivors = survivorTable(tried, root);
  process.stdout.write(`\n${table}\n\n${survivors}\n`);
  if (values.write) write(`${table}\n\n${survivors}`, (performance.now() - startedAt) / 1_000);
  const noticed = tried.filter(({ isNoticed }) => isNoticed).length;
  return (noticed / tried.length) * 100 < numberOf('least') ? 1 : 0;
}

async function tryMutants(pattern: string, sample: Sample): Promise<readonly TriedMutant[]> {
  const stryker = new Stryker({ ...strykerOptions, mutate: [pattern], concurrency: numberOf('jobs'), sample });
  const results = await stryker.runMutationTest();
  return results.filter((one) => isSampled(one.id, sample) && isTried(one)).map(triedOf);
}

/** A mistake that no run could make out counts on neither side, and so does one in code that runs once, at the start. */
function isTried({ status }: MutantResult): boolean {
  return ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status);
}

function triedOf({ fileName, location, mutatorName, replacement, status }: MutantResult): TriedMutant {
  const isNoticed = status === 'Killed' || status === 'Timeout';
  return { fileName, line: location.start.line, mutatorName, replacement, isNoticed };
}

function write(body: string, seconds: number): void {
  const named = ['part', 'seed', 'jobs'] as const;
  const words = [...positionals, ...named.map((name) => `--${name} ${values[name]}`), '--write'];
  writeResults(join(import.meta.dirname, 'RESULTS.md'), 'Which mistakes no test notices', {
    heading: positionals.length === 0 ? 'All rooms of the edits' : positionals.join(', '),
    ...{ command: `npm run mutants -- ${words.join(' ')}`, seconds, body },
  });
}

function numberOf(name: 'part' | 'seed' | 'jobs' | 'least'): number {
  const number = Number(values[name]);
  if (Number.isFinite(number) && number > 0) return number;
  process.stderr.write(`--${name} needs a number above zero, not "${values[name]}".\n${usage}\n`);
  process.exit(2);
}
