import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { findHeadlessBrowser, noBrowserText } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { findElectron } from './electron-runtime.mjs';
import { prepare } from './prepare.mjs';
import { inProject, readIfThere, say } from './project.mjs';
import { isInterrupted } from './run.mjs';
import {
  endToEndStep,
  playwrightReport,
  runOpenly,
  runTogether,
  staticSteps,
  vitestStep,
  vitestReport,
} from './steps.mjs';
import { checkTally, lastLines, playwrightTally, sum, vitestTally } from './tally.mjs';
import { leftBehind, openTemporaryRoot } from './temporary.mjs';

const partNames = ['static', 'end-to-end', 'unit'];
const chosen = process.argv.slice(2);
const stranger = chosen.find((part) => !partNames.includes(part));
if (stranger !== undefined) {
  process.stderr.write(`There is no part ${stranger}. Usage: npm test -- [${partNames.join(' | ')}] …\n`);
  process.exit(2);
}

const node = await prepare();
const temporary = openTemporaryRoot();
process.once('exit', temporary.remove); // also when a person breaks off
const leftBefore = new Set(leftBehind());
rmSync(inProject('test-results'), { recursive: true, force: true });
mkdirSync(inProject('test-results'), { recursive: true });

// A browser waits a good deal, and the static checks fill its pauses. The unit tests keep every processor busy alone.
const tallies = await Promise.all([
  ...(isChosen('static') ? [runStatic()] : []),
  ...(isChosen('end-to-end') ? [runEndToEnd()] : []),
]);
if (isChosen('unit') && !isInterrupted()) tallies.push(await runUnit());
if (isInterrupted()) process.exit(130);
tallies.push(checkTidiness());
const tally = sum(tallies);
say('');
if (isChosen('end-to-end') && findElectron() === null) say(withoutElectron());
for (const line of lastLines(tally)) say(line);
process.exit(tally.failures.length === 0 ? 0 : 1);

/**
 * Without a word every part runs.
 *
 * @param {string} part
 */
function isChosen(part) {
  return chosen.length === 0 || chosen.includes(part);
}

async function runStatic() {
  const lanes = Math.max(1, availableParallelism() - (isChosen('end-to-end') ? 1 : 0));
  return sum(await runTogether(node, staticSteps, lanes));
}

async function runUnit() {
  const passed = await runOpenly(node, vitestStep);
  return vitestTally(readIfThere(vitestReport), passed);
}

async function runEndToEnd() {
  say('\n— build —');
  if (!(await ensureBuilt(node))) return checkTally('build', false);
  const browser = await findHeadlessBrowser();
  if (browser === null) {
    say(noBrowserText);
    return sum([checkTally('build', true), checkTally('no browser for the end-to-end tests', false)]);
  }
  const env = {
    ...process.env,
    PINFOLD_CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: inProject(playwrightReport),
    // Otherwise in the temporary folder, which goes after each run.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: inProject('node_modules/.cache/playwright'),
  };
  const passed = await runOpenly(node, endToEndStep, env);
  return sum([checkTally('build', true), playwrightTally(readIfThere(playwrightReport), passed)]);
}

/** Nothing of ours may stay in the system's temporary folder, neither there nor in the folder of this run. */
function checkTidiness() {
  temporary.remove();
  const left = leftBehind().filter((path) => !leftBefore.has(path));
  if (existsSync(temporary.path)) left.push(temporary.path);
  return checkTally(`left behind: ${left.join(', ')}`, left.length === 0);
}

function withoutElectron() {
  const specs = readdirSync(inProject('test/e2e')).filter((name) => name.endsWith('.spec.ts'));
  return (
    '*** REAL ELECTRON DID NOT RUN: its runtime is not installed (npx install-electron). ' +
    `These ran only in the web host and over the stand-in: ${specs.join(', ')} ***`
  );
}
