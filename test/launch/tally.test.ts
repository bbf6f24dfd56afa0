import { expect, test } from 'vitest';
import { checkTally, lastLines, playwrightTally, sum, vitestTally } from '../../electron/launch/tally.mjs';

const vitest = (...files: { status: string; tests: string[] }[]): string =>
  JSON.stringify({
    testResults: files.map(({ status, tests }, index) => ({
      name: `${index}.test.ts`,
      status,
      message: status === 'failed' ? 'cannot be loaded' : '',
      assertionResults: tests.map((result, place) => ({
        fullName: `test ${index}.${place}`,
        status: result,
        failureMessages: result === 'failed' ? ['\u001b[31mexpected 1 to be 2\u001b[39m\n\n  at line 3'] : [],
      })),
    })),
  });

test('every test is counted, and those that failed or did not run are named', () => {
  const report = vitest(
    { status: 'passed', tests: ['passed', 'skipped'] },
    { status: 'failed', tests: ['passed', 'failed'] },
  );
  expect(vitestTally(report, false)).toEqual({
    passed: 2,
    failures: ['1.test.ts › test 1.1\n    expected 1 to be 2\n      at line 3'],
    skipped: ['test 0.1'],
  });
});

test('a file that could not be loaded counts as a failure', () => {
  const report = vitest({ status: 'passed', tests: ['passed'] }, { status: 'failed', tests: [] });
  expect(vitestTally(report, false)).toEqual({ passed: 1, failures: ['1.test.ts\n    cannot be loaded'], skipped: [] });
});

test('a failure that the report does not show is still one', () => {
  expect(vitestTally(vitest({ status: 'passed', tests: ['passed'] }), false)).toMatchObject({
    failures: ['unit tests: ended badly, and the report names no failure'],
  });
  expect(vitestTally(null, true)).toMatchObject({ failures: ['the unit tests left no report'] });
  expect(playwrightTally(null, true)).toMatchObject({ failures: ['the end-to-end tests left no report'] });
});

test('a run in which no test ran has failed', () => {
  expect(vitestTally(vitest(), true)).toMatchObject({ passed: 0, failures: ['unit tests: none ran'] });
  expect(playwrightTally(JSON.stringify({ suites: [] }), true)).toMatchObject({
    passed: 0,
    failures: ['end-to-end tests: none ran'],
  });
});

test('end-to-end tests are counted once for each shell', () => {
  const spec = (title: string, ...tests: [projectName: string, status: string][]) => ({
    title,
    file: 'shell.spec.ts',
    line: 7,
    tests: tests.map(([projectName, status]) => ({
      projectName,
      status,
      results: status === 'unexpected' ? [{ errors: [{ message: 'Error: not focused\nReceived: inactive' }] }] : [],
    })),
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
  expect(playwrightTally(report, false)).toEqual({
    passed: 2,
    failures: ['shell.spec.ts:7 [stand-in] starts\n    Error: not focused\n    Received: inactive'],
    skipped: ['[web-host] stops'],
  });
});

test('a long reason is cut, so that each failure is seen at the end of the log', () => {
  const report = {
    testResults: [{ name: 'a.test.ts', status: 'failed', message: 'line\n'.repeat(500), assertionResults: [] }],
  };
  const [failure = ''] = vitestTally(JSON.stringify(report), false).failures;
  expect(failure.split('\n')).toHaveLength(11);
});

test('a run ends with what was left out, what failed, and the sum', () => {
  const tests = { passed: 40, failures: ['a.test.ts › adds'], skipped: ['subtracts'] };
  expect(lastLines(sum([checkTally('types', true), checkTally('format', false), tests]))).toEqual([
    'skipped: subtracts',
    'failed: format',
    'failed: a.test.ts › adds',
    '41 passed, 2 failed',
  ]);
});
