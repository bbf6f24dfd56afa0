import { parseArgs } from 'node:util';
import { controls } from './controls.ts';
import { violationsOf } from './oracles.ts';
import { play } from './world.ts';
import type { Sabotage } from './workstation.ts';

const usage = `Usage: npm run simulate -- [--seeds N] [--from S] [--controls] [--log]

  --seeds N    how many seeds to play (1000)
  --from S     the first of them (1)
  --controls   take the rules away one at a time, and print how many seeds that breaks
  --log        print everything that happened in each seed with a violation`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    controls: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const seeds = wholeNumber(values.seeds, '--seeds');
const from = wholeNumber(values.from, '--from');
if (values.help) process.stdout.write(`${usage}\n`);
else if (values.controls) await runControls();
else process.exitCode = (await run({}, 'the product')) === 0 ? 0 : 1;

function wholeNumber(text: string, option: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`${option} needs a whole number, not "${text}".\n${usage}\n`);
  process.exit(2);
}

/** Every control must find something; one that does not makes the whole run fail. */
async function runControls(): Promise<void> {
  for (const { name, sabotage } of controls) {
    const broken = await run(sabotage, `without a rule: ${name}`);
    if (broken === 0) process.exitCode = 1;
  }
}

/** @returns seeds with a violation */
async function run(sabotage: Sabotage, what: string): Promise<number> {
  const isProduct = Object.keys(sabotage).length === 0;
  const startedAt = performance.now();
  let broken = 0;
  for (let seed = from; seed < from + seeds; seed++) {
    const world = await play(seed, sabotage);
    const violations = violationsOf(world);
    if (violations.length === 0) continue;
    broken++;
    if (!isProduct) continue;
    process.stdout.write(`seed ${seed} (${world.server.mode}, ${world.rule}):\n  ${violations.join('\n  ')}\n`);
    if (values.log) process.stdout.write(`${world.log.join('\n')}\n`);
  }
  const perSecond = Math.round((seeds / (performance.now() - startedAt)) * 1000);
  const rate = ((broken / seeds) * 100).toFixed(1);
  process.stdout.write(
    `${what}: ${broken} of ${seeds} seeds broken (${rate} %), seeds ${from} to ${from + seeds - 1}, ${perSecond}/s\n`,
  );
  return broken;
}
