import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeResults } from '../support/results-file.ts';
import { buildApp } from '../torture/app-process.ts';
import { endChildren } from '../torture/children.ts';
import { type Scratch, scratch } from '../torture/scratch.ts';
import { blindClient, mistakes } from './blind-client.ts';
import { type Campaign, playCampaign } from './campaign.ts';
import { type Checked, checkHistory } from './checker/check-history.ts';
import { figures, isAsItShould, type Line, type Options, resultsSection } from './report.ts';
import { RealWorkstation } from './workstation.ts';

const HELP = `Lets several real programs work at once on one service, and checks what each person was told against what the service accepted.

  node test/workstations/run.ts [options]

  --seed N          first of the seeds (default 1)
  --campaigns N     one for each seed (default 5)
  --workstations N  at once (default 10)
  --actions N       of each person: edits, decisions, network, kills (default 60)
  --history FILE    also write everything that happened in the last campaign, as JSON
  --write           also put the figures into test/workstations/RESULTS.md
  --help            this text`;

const count = (usual: string) => ({ type: 'string', default: usual }) as const;
const { values } = parseArgs({
  options: {
    seed: count('1'),
    campaigns: count('5'),
    workstations: count('10'),
    actions: count('60'),
    history: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** The in-flight window of a lost answer is a minute, and there may be several in a row. */
const PATIENCE_MS = 300_000;
const CONTROL_SEEDS = 10;
const EXPECTED = { blind: 'overwritten', forgetful: 'lost', repeating: 'doubled' } as const;

function countOf(option: 'seed' | 'campaigns' | 'workstations' | 'actions'): number {
  if (/^\d{1,9}$/.test(values[option])) return Number(values[option]);
  process.stderr.write(`--${option} needs a whole number, not "${values[option]}".\n${HELP}\n`);
  process.exit(2);
}

async function played(
  name: string,
  expected: Line['expected'],
  seeds: readonly number[],
  campaign: Omit<Campaign, 'seed'>,
) {
  const beganMs = performance.now();
  const checked: Checked[] = [];
  for (const seed of seeds) {
    const history = await playCampaign({ ...campaign, seed });
    const found = checkHistory(history);
    checked.push(found);
    if (expected !== null) continue;
    if (values.history !== undefined) writeFileSync(values.history, JSON.stringify(history, null, 1));
    const counts = `${found.edits} edits, ${found.writes} writes, ${found.kills} kills, ${found.raced} raced`;
    console.log(`seed ${seed}: ${counts}, ${found.faults.length} faults`);
    for (const { kind, what } of found.faults.slice(0, 8)) console.log(`  ${kind}: ${what}`);
  }
  const line: Line = {
    name,
    campaigns: seeds.length,
    checked,
    expected,
    seconds: (performance.now() - beganMs) / 1_000,
  };
  return line;
}

async function run(options: Options, own: Scratch): Promise<boolean> {
  const { seed, campaigns, workstations, actions } = options;
  const seeds = (many: number): readonly number[] => Array.from({ length: many }, (_, number) => seed + number);
  const program = buildApp(own.directory);
  const place = (baseUrl: string) => ({ program, profile: own.folder(), cache: own.directory, baseUrl });
  const rough = { workstations, actions, files: 4 * workstations, isRough: true, patienceMs: PATIENCE_MS };
  const open: Campaign['open'] = (_station, { baseUrl }) => new RealWorkstation(place(baseUrl));
  const lines = [await played('the app', null, seeds(campaigns), { ...rough, open })];
  for (const mistake of mistakes) {
    const few = { ...rough, workstations: 3, actions: 30, files: 3, patienceMs: 500 };
    const wrong: Campaign['open'] = (_station, { baseUrl }) => blindClient(baseUrl, mistake);
    const name = `control: a client that is ${mistake}`;
    lines.push(await played(name, EXPECTED[mistake], seeds(CONTROL_SEEDS), { ...few, open: wrong }));
  }
  console.log(`\n${figures(lines)}`);
  const path = join(import.meta.dirname, 'RESULTS.md');
  if (values.write) writeResults(path, 'What several workstations found', resultsSection(options, lines));
  return lines.every(isAsItShould);
}

if (values.help) console.log(HELP);
else {
  const own = scratch();
  process.once('SIGINT', () => {
    endChildren();
    own.remove();
    process.exit(130);
  });
  const options = {
    seed: countOf('seed'),
    campaigns: countOf('campaigns'),
    workstations: countOf('workstations'),
    actions: countOf('actions'),
  };
  try {
    process.exitCode = (await run(options, own)) ? 0 : 1;
  } finally {
    endChildren();
    own.remove();
  }
}
