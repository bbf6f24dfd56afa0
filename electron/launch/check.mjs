import { mkdirSync, rmSync } from 'node:fs';
import { prepare } from './prepare.mjs';
import { inProject, readIfThere, say } from './project.mjs';
import { quickVitestStep, runTogether, staticSteps, vitestReport } from './steps.mjs';
import { lastLines, sum, vitestTally } from './tally.mjs';
import { openTemporaryRoot } from './temporary.mjs';

const node = await prepare();
process.once('exit', openTemporaryRoot().remove);
mkdirSync(inProject('test-results'), { recursive: true });
rmSync(inProject(vitestReport), { force: true }); // a run that breaks off must not be counted by an older report
const passed = await runTogether(node, [quickVitestStep, ...staticSteps]);
const [unit = null, ...statics] = passed;
const tally = sum([vitestTally(readIfThere(vitestReport), unit?.failures.length === 0), ...statics]);
for (const line of lastLines(tally)) say(line);
process.exit(tally.failures.length === 0 ? 0 : 1);
