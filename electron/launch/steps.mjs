import { availableParallelism } from 'node:os';
import { inProject, say } from './project.mjs';
import { isInterrupted, run } from './run.mjs';
import { checkTally } from './tally.mjs';

/** @typedef {{ readonly name: string, readonly words: readonly string[] }} Step */

/**
 * Checks that run nothing of the app. Each counts as one.
 *
 * @type {readonly Step[]}
 */
export const staticSteps = [
  { name: 'types', words: ['typescript/bin/tsc', '-b', '--pretty'] },
  {
    name: 'svelte-check',
    words: ['svelte-check/bin/svelte-check', '--tsconfig', 'src/tsconfig.json', '--fail-on-warnings'],
  },
  {
    name: 'lint',
    words: [
      'eslint/bin/eslint.js',
      '.',
      '--max-warnings',
      '0',
      '--cache',
      '--cache-location',
      'node_modules/.cache/eslint',
    ],
  },
  { name: 'format', words: ['prettier/bin/prettier.cjs', '--check', '--cache', '--log-level', 'warn', '.'] },
  { name: 'knip', words: ['knip/bin/knip.js'] },
];

export const vitestReport = 'test-results/vitest.json';

const vitest = [
  ...['vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
];

/** @type {Step} */
export const vitestStep = { name: 'unit and integration tests', words: [...vitest, '--maxWorkers=100%'] };

/**
 * The tests without the long proofs.
 *
 * @type {Step}
 */
export const quickVitestStep = {
  name: 'architecture and unit tests',
  words: [...vitest, '--project=quick', '--project=page', '--maxWorkers=100%'],
};

export const playwrightReport = 'test-results/e2e.json';

/** @type {Step} */
export const endToEndStep = {
  name: 'end-to-end tests',
  words: ['playwright/cli.js', 'test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
};

/**
 * Runs one step in the open: what it prints is seen as it comes.
 *
 * @param {string} node
 * @param {Step} step
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<boolean>} whether it passed
 */
export async function runOpenly(node, { name, words }, env = process.env) {
  say(`\n— ${name} —`);
  const { code, signal } = await run(node, command(words), { env });
  if (signal !== null) say(`${name}: ended by ${signal}`);
  return code === 0;
}

/**
 * Runs steps side by side; each says how it went when it ends, and a failed one why.
 *
 * @param {string} node
 * @param {readonly Step[]} steps
 * @param {number} [lanes] how many run at a time
 * @returns {Promise<import('./tally.mjs').Tally[]>} of each, in the order of the steps
 */
export async function runTogether(node, steps, lanes = Math.max(2, availableParallelism())) {
  const passed = /** @type {boolean[]} */ ([]);
  const waiting = [...steps.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined && !isInterrupted(); next = waiting.shift()) {
      const [index, step] = next;
      passed[index] = await runQuietly(node, step);
    }
  };
  await Promise.all(Array.from({ length: lanes }, worker));
  return steps.map(({ name }, index) => checkTally(name, passed[index] ?? false));
}

/**
 * @param {string} node
 * @param {Step} step
 */
async function runQuietly(node, { name, words }) {
  const startedMs = performance.now();
  const { code, signal, output } = await run(node, command(words), { quiet: true });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  say(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s${signal === null ? '' : `, ended by ${signal}`})`);
  if (code !== 0) say(output.trimEnd());
  return code === 0;
}

/** @param {readonly string[]} words the program inside `node_modules`, and what it is told */
const command = ([program = '', ...rest]) => [inProject(`node_modules/${program}`), ...rest];
