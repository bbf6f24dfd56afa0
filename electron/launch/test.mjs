import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { findBrowser, noBrowserText } from './browser.mjs';
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
import { checkTally, lastLine, playwrightTally, sum, vitestTally } from './tally.mjs';

const node = await prepare();
rmSync(inProject('test-results'), { recursive: true, force: true });
mkdirSync(inProject('test-results'), { recursive: true });

const tallies = [];
for (const part of [runStatic, runUnit, runEndToEnd]) {
  tallies.push(await part());
  if (isInterrupted()) process.exit(130);
}
const tally = sum(tallies);
say('');
for (const name of tally.skipped) say(`skipped: ${name}`);
if (findElectron() === null) say(withoutElectron());
say(lastLine(tally));
process.exit(tally.failed === 0 ? 0 : 1);

async function runStatic() {
  return sum((await runTogether(node, staticSteps)).map(checkTally));
}

async function runUnit() {
  const passed = await runOpenly(node, vitestStep);
  return vitestTally(readIfThere(vitestReport), passed);
}

async function runEndToEnd() {
  say('\n— build —');
  if (!(await ensureBuilt(node))) return checkTally(false);
  const browser = await findBrowser();
  if (browser === null) {
    say(noBrowserText);
    return sum([checkTally(true), checkTally(false)]);
  }
  const env = { ...process.env, PINFOLD_CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: inProject(playwrightReport) };
  const passed = await runOpenly(node, endToEndStep, env);
  return sum([checkTally(true), playwrightTally(readIfThere(playwrightReport), passed)]);
}

function withoutElectron() {
  const specs = readdirSync(inProject('test/e2e')).filter((name) => name.endsWith('.spec.ts'));
  return (
    '*** REAL ELECTRON DID NOT RUN: its runtime is not installed (npx install-electron). ' +
    `These ran only in the web host and over the stand-in: ${specs.join(', ')} ***`
  );
}
