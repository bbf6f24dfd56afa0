import { mkdirSync, rmSync } from 'node:fs';
import { prepare } from './prepare.mjs';
import { inProject, readIfThere, say } from './project.mjs';
import { quickVitestStep, runTogether, staticSteps, vitestReport } from './steps.mjs';
import { checkTally, lastLine, sum, vitestTally } from './tally.mjs';
import { openTemporaryRoot } from './temporary.mjs';

const node = await prepare();
process.once('exit', openTemporaryRoot().remove);
mkdirSync(inProject('test-results'), { recursive: true });
rmSync(inProject(vitestReport), { force: true }); // a run that breaks off must not be counted by an older report
const passed = await runTogether(node, [quickVitestStep, ...staticSteps]);
const [unitPassed = false, ...staticPassed] = passed;
const tally = sum([vitestTally(readIfThere(vitestReport), unitPassed), ...staticPassed.map(checkTally)]);
for (const name of tally.skipped) say(`skipped: ${name}`);
say(lastLine(tally));
process.exit(tally.failed === 0 ? 0 : 1);
