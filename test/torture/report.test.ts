import { expect, test } from 'vitest';
import { resultsSection, type Line } from './report.ts';
import { Tally } from './verdict.ts';

const counts = { seed: 7, kills: 100, appKills: 4, points: 70, cuts: 200, jobs: 2 };

function lineWith(lost: number, isControl: boolean): Line {
  const tally = new Tally();
  tally.lost = lost;
  return { name: 'kill -9', tries: 100, of: 'kills', tally, notes: '900 acknowledged', isControl, seconds: 12.3 };
}

test('a run stands with every count in its command and every line in a table', () => {
  const section = resultsSection(counts, [lineWith(0, false), lineWith(47, true)], 508);
  expect(section).toMatchObject({
    command: 'npm run torture -- --seed 7 --kills 100 --app-kills 4 --points 70 --cuts 200 --jobs 2 --write',
    seconds: 508,
  });
  expect(section.body.split('\n').slice(2)).toEqual([
    '| kill -9 | 100 kills | 0 | 0 | 0 | 0 | 12 | as it should | under 3 in 100 | 900 acknowledged |',
    '| kill -9 | 100 kills | 47 | 0 | 0 | 0 | 12 | as it should |  | 900 acknowledged |',
    '',
    'No violation.',
  ]);
});

test('a lost edit and a control that finds nothing are both written as violations', () => {
  const { body } = resultsSection(counts, [lineWith(1, false), lineWith(0, true)], 508);
  expect(body).toContain('| VIOLATED |');
  expect(body).toContain('| CONTROL FOUND NOTHING |');
  expect(body).toContain('2 VIOLATED.');
});
