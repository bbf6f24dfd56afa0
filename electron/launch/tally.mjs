import { stripVTControlCharacters } from 'node:util';

/** The lines of a failure that the end of a run repeats. A matcher says what it expected and received in about as many. */
const REASON_LINES = 10;

/**
 * The number of passed checks, those that failed, each by its name and the beginning of its reason, and the names of
 * skipped tests.
 *
 * @typedef {{ readonly passed: number, readonly failures: readonly string[], readonly skipped: readonly string[] }} Tally
 */

/**
 * One check that passed or failed as a whole.
 *
 * @param {string} name
 * @param {boolean} succeeded
 * @returns {Tally}
 */
export const checkTally = (name, succeeded) => ({
  passed: succeeded ? 1 : 0,
  failures: succeeded ? [] : [name],
  skipped: [],
});

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 *
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 */

/**
 * Counts the tests in a vitest JSON report. A file that fails to load counts as one failed test.
 *
 * @param {string | null} text null when there is no report
 * @param {boolean} succeeded what the exit code said; a failure that the report does not show still counts as one
 */
export function vitestTally(text, succeeded) {
  if (text === null) return checkTally('the unit tests left no report', false);
  /** @type {{ testResults: VitestFile[] }} */
  const report = JSON.parse(text);
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return settled('unit tests', succeeded, {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [
      ...report.testResults.flatMap((file) =>
        file.assertionResults
          .filter(({ status }) => status === 'failed')
          .map((test) => failure(`${file.name} › ${test.fullName}`, test.failureMessages?.[0])),
      ),
      ...unloaded.map(({ name, message }) => failure(name, message)),
    ],
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName),
  });
}

/**
 * @typedef {{ projectName: string, status: string, results?: { errors?: { message?: string }[] }[] }} PlaywrightTest
 *
 * @typedef {{ title: string, file?: string, line?: number, tests: PlaywrightTest[] }} Spec
 *
 * @typedef {{ title: string, suites?: Suite[], specs?: Spec[] }} Suite
 */

/**
 * Counts the tests in a Playwright JSON report, in the same way.
 *
 * @param {string | null} text
 * @param {boolean} succeeded
 */
export function playwrightTally(text, succeeded) {
  if (text === null) return checkTally('the end-to-end tests left no report', false);
  /** @type {{ suites: Suite[] }} */
  const report = JSON.parse(text);
  const tests = report.suites.flatMap(testsOf);
  const having = /** @param {readonly string[]} statuses */ (statuses) =>
    tests.filter(({ status }) => statuses.includes(status));
  return settled('end-to-end tests', succeeded, {
    passed: having(['expected', 'flaky']).length,
    failures: having(['unexpected']).map(({ name, place, reason }) => failure(`${place}${name}`, reason)),
    skipped: having(['skipped']).map(({ name }) => name),
  });
}

/**
 * @param {Suite} suite
 * @returns {{ name: string, place: string, status: string, reason: string | undefined }[]}
 */
function testsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.map(({ projectName, status, results = [] }) => ({
      name: `[${projectName}] ${title}`,
      place: file === undefined ? '' : `${file}:${line ?? 0} `,
      status,
      reason: results.at(-1)?.errors?.[0]?.message,
    })),
  );
  return [...own, ...suites.flatMap(testsOf)];
}

/**
 * @param {string} name
 * @param {string | undefined} reason
 */
function failure(name, reason = '') {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [name, ...lines.slice(0, REASON_LINES).map((line) => `    ${line.trimEnd()}`)].join('\n');
}

/**
 * @param {string} what
 * @param {boolean} succeeded
 * @param {Tally} counted
 * @returns {Tally}
 */
function settled(what, succeeded, counted) {
  const ranAny = counted.passed + counted.failures.length > 0;
  if (counted.failures.length > 0 || (succeeded && ranAny)) return counted;
  const unnamed = ranAny ? `${what}: ended badly, and the report names no failure` : `${what}: none ran`;
  return { ...counted, failures: [unnamed] };
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failures: tallies.flatMap(({ failures }) => failures),
  skipped: tallies.flatMap(({ skipped }) => skipped),
});

/**
 * What a run ends with. A log is read from its end, and often no more than its end is kept: the failures stand there.
 *
 * @param {Tally} tally
 */
export const lastLines = ({ passed, failures, skipped }) => [
  ...skipped.map((name) => `skipped: ${name}`),
  ...failures.map((name) => `failed: ${name}`),
  `${passed} passed, ${failures.length} failed`,
];
