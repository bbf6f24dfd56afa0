import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { controls, controlsOf } from './controls.ts';
import { missedLine, resultsSection, runLine } from './report.ts';
import { situations } from './situations/situations.ts';
import { emptyTally } from './situations/tally.ts';
import { FIRST_SEED_OF_ALL_ACTIONS, FIRST_SEED_OF_RULE_CHANGES } from './seed-ranges.ts';

const run = { control: null, from: 1, seeds: 2_000, brokenSeeds: 0, seconds: 10, jobs: 2, tally: emptyTally(1) };

test('a run is told in one line with its seeds and its speed', () => {
  expect(runLine(run)).toBe(
    'the product: 0 of 2000 seeds broken (0.0 %), seeds 1 to 2000, 10.0 s, 100 seeds/s per core on 2',
  );
});

test('what no seed came to is named', () => {
  expect(missedLine(['a crash in flight', 'rateLimited'])).toBe('never reached: a crash in flight; rateLimited');
});

test('controls stand in one section, each with the part of the seeds that its missing rule breaks', () => {
  const [first = '', second = ''] = controls.map(({ name }) => name);
  const runs = [
    { ...run, control: first, brokenSeeds: 425 },
    { ...run, control: second, brokenSeeds: 1_650 },
  ];
  const section = resultsSection({ from: 1, seeds: 2_000, jobs: 2, controls: true }, runs);
  expect(section).toMatchObject({
    heading: 'Controls, one rule taken away: seeds from 1 on',
    command: 'npm run simulate -- --seeds 2000 --from 1 --jobs 2 --controls --write',
    seconds: 20,
  });
  expect(section.body.split('\n').slice(2)).toEqual([
    `| ${first} | 425 | 2,000 | 21.3 % |  |`,
    `| ${second} | 1,650 | 2,000 | 82.5 % |  |`,
  ]);
});

test('the program writes the product and the controls into sections of one file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pinfold-simulation-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const results = join(directory, 'RESULTS.md');
  const simulate = (...words: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), '--write', '--results', results, ...words]);
  expect(simulate('--seeds', '20').status).toBe(0);
  // So few seeds need not find every control; the figures are written all the same.
  expect([0, 1]).toContain(simulate('--seeds', '2', '--controls', '--jobs', '1').status);
  const text = readFileSync(results, 'utf8');
  expect(text.match(/^## .*$/gm)).toEqual([
    '## The product: seeds from 1 on',
    '## Controls, one rule taken away: seeds from 1 on',
  ]);
  expect(text).toContain('| the product | 0 | 20 | 0.0 % | under 3 in 20 |');
  for (const { name } of situations) expect(text).toContain(`| ${name} | `);
  const ofControls = text.slice(text.indexOf('## Controls'));
  expect(ofControls.match(/^\| .* \| 2 \| /gm)).toHaveLength(controlsOf(1).length);
});

test('a campaign of people who do everything the screens allow has the controls of undo, too', () => {
  const names = (from: number) => controlsOf(from).map(({ name }) => name);
  const [all, withRules] = [names(FIRST_SEED_OF_ALL_ACTIONS), names(FIRST_SEED_OF_RULE_CHANGES)];
  expect(withRules).toEqual(controls.map(({ name }) => name));
  expect(withRules.filter((name) => !all.includes(name))).toEqual(['forgetting over which value a rule wrote']);
  expect(all.filter((name) => !names(1).includes(name))).toEqual(['an undo over what somebody else wrote since']);
  const first = String(FIRST_SEED_OF_ALL_ACTIONS);
  const { stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'run.ts'), '--controls', '--seeds', '1', '--from', first, '--jobs', '1'],
    { encoding: 'utf8' },
  );
  for (const name of all) expect(stdout).toContain(`without a rule: ${name}: `);
});
