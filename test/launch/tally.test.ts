import { expect, test } from 'vitest';
import { checkTally, lastLine, playwrightTally, sum, vitestTally } from '../../electron/launch/tally.mjs';

const vitest = (...files: { status: string; tests: string[] }[]): string =>
  JSON.stringify({
    testResults: files.map(({ status, tests }, index) => ({
      name: `${index}.test.ts`,
      status,
      assertionResults: tests.map((result, place) => ({ fullName: `test ${index}.${place}`, status: result })),
    })),
  });

test('every test is counted, and those that did not run are named', () => {
  const report = vitest(
    { status: 'passed', tests: ['passed', 'skipped'] },
    { status: 'failed', tests: ['passed', 'failed'] },
  );
  expect(vitestTally(report, false)).toEqual({ passed: 2, failed: 1, skipped: ['test 0.1'] });
});

test('a file that could not be loaded counts as a failure', () => {
  const report = vitest({ status: 'passed', tests: ['passed'] }, { status: 'failed', tests: [] });
  expect(vitestTally(report, false)).toEqual({ passed: 1, failed: 1, skipped: [] });
});

test('a failure that the report does not show is still one', () => {
  expect(vitestTally(vitest({ status: 'passed', tests: ['passed'] }), false)).toMatchObject({ failed: 1 });
  expect(vitestTally(null, true)).toMatchObject({ failed: 1 });
  expect(playwrightTally(null, true)).toMatchObject({ failed: 1 });
});

test('a run in which no test ran has failed', () => {
  expect(vitestTally(vitest(), true)).toMatchObject({ passed: 0, failed: 1 });
  expect(playwrightTally(JSON.stringify({ suites: [] }), true)).toMatchObject({ passed: 0, failed: 1 });
});

test('end-to-end tests are counted once for each shell', () => {
  const spec = (title: string, ...tests: [projectName: string, status: string][]) => ({
    title,
    tests: tests.map(([projectName, status]) => ({ projectName, status })),
  });
  const report = JSON.stringify({
    suites: [
      {
        title: 'shell.spec.ts',
        specs: [spec('starts', ['web-host', 'expected'], ['stand-in', 'unexpected'])],
        suites: [{ title: 'inner', specs: [spec('stops', ['web-host', 'skipped'], ['stand-in', 'expected'])] }],
      },
    ],
  });
  expect(playwrightTally(report, false)).toEqual({ passed: 2, failed: 1, skipped: ['[web-host] stops'] });
});

test('the last line is the sum', () => {
  expect(lastLine(sum([checkTally(true), checkTally(false), { passed: 40, failed: 0, skipped: [] }]))).toBe(
    '41 passed, 1 failed',
  );
});
