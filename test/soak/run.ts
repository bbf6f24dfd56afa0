import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeResults } from '../support/results-file.ts';
import { buildApp } from '../torture/app-process.ts';
import { endChildren } from '../torture/children.ts';
import { scratch } from '../torture/scratch.ts';
import { soakFaults, soakTable } from './report.ts';
import { soak } from './soak.ts';

const HELP = `Runs the app for a long time while the network comes and goes, and looks whether anything grows. Linux only.

  node test/soak/run.ts [options]

  --minutes N   (default 60)
  --seed N      another series of edits (default 1)
  --write       also put the figures into test/soak/RESULTS.md
  --help        this text`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function run(minutes: number, seed: number): Promise<boolean> {
  const own = scratch();
  const clear = (): void => {
    endChildren();
    own.remove();
  };
  process.once('SIGINT', () => {
    clear();
    process.exit(130);
  });
  try {
    const place = { program: buildApp(own.directory), profile: own.folder(), cache: own.directory };
    const beganMs = performance.now();
    const figures = await soak({ minutes, seed, ...place });
    const body = soakTable(figures);
    console.log(body);
    const command = `npm run soak -- --minutes ${minutes} --seed ${seed} --write`;
    const section = { heading: 'One program, for a long time', command, body };
    const seconds = (performance.now() - beganMs) / 1_000;
    if (values.write)
      writeResults(join(import.meta.dirname, 'RESULTS.md'), 'What a long run found', { ...section, seconds });
    return soakFaults(figures).length === 0;
  } finally {
    clear();
  }
}

const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (values.help) console.log(HELP);
else if (!Number.isSafeInteger(minutes) || minutes < 1 || !Number.isSafeInteger(seed) || process.platform !== 'linux') {
  console.error(HELP);
  process.exitCode = 2;
} else process.exitCode = (await run(minutes, seed)) ? 0 : 1;
