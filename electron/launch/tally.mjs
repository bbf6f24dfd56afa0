/**
 * Numbers of passed and failed checks, and the names of skipped tests.
 *
 * @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: readonly string[] }} Tally
 */

/**
 * One check that passed or failed as a whole.
 *
 * @param {boolean} succeeded
 * @returns {Tally}
 */
export const checkTally = (succeeded) => ({ passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: [] });

/**
 * Counts the tests in a vitest JSON report. A file that fails to load counts as one failed test.
 *
 * @param {string | null} text null when there is no report
 * @param {boolean} succeeded what the exit code said; a failure that the report does not show still counts as one
 */
export function vitestTally(text, succeeded) {
  if (text === null) return checkTally(false);
  /**
   * @type {{ testResults: { name: string, status: string, assertionResults: { fullName: string, status: string }[] }[]
   *   }}
   */
  const report = JSON.parse(text);
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return settled({
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + unloaded.length,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName),
    succeeded,
  });
}

/**
 * @typedef {{ title: string, suites?: Suite[], specs?: { title: string, tests: { projectName: string, status: string
 *   }[] }[] }} Suite
 */

/**
 * Counts the tests in a Playwright JSON report, in the same way.
 *
 * @param {string | null} text
 * @param {boolean} succeeded
 */
export function playwrightTally(text, succeeded) {
  if (text === null) return checkTally(false);
  /** @type {{ suites: Suite[] }} */
  const report = JSON.parse(text);
  const tests = report.suites.flatMap(testsOf);
  const having = /** @param {readonly string[]} statuses */ (statuses) =>
    tests.filter(({ status }) => statuses.includes(status));
  return settled({
    passed: having(['expected', 'flaky']).length,
    failed: having(['unexpected']).length,
    skipped: having(['skipped']).map(({ name }) => name),
    succeeded,
  });
}

/**
 * @param {Suite} suite
 * @returns {{ name: string, status: string }[]}
 */
function testsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status }) => ({ name: `[${projectName}] ${title}`, status })),
  );
  return [...own, ...suites.flatMap(testsOf)];
}

/**
 * @param {Tally & { succeeded: boolean }} counted
 * @returns {Tally}
 */
function settled({ succeeded, passed, failed, skipped }) {
  const ranAny = passed + failed > 0;
  return { passed, failed: failed === 0 && !(succeeded && ranAny) ? 1 : failed, skipped };
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.flatMap(({ skipped }) => skipped),
});

/**
 * The last line of a test run.
 *
 * @param {Tally} tally
 */
export const lastLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;
