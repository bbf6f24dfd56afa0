/** @typedef {import('./tally.d.mts').Tally} Tally */

/** @type {typeof import('./tally.d.mts').checkTally} */
export const checkTally = (succeeded) => ({ passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: [] });

/** @type {typeof import('./tally.d.mts').vitestTally} */
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

/** @type {typeof import('./tally.d.mts').playwrightTally} */
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

/** @param {Tally & { succeeded: boolean }} counted */
function settled({ succeeded, passed, failed, skipped }) {
  const ranAny = passed + failed > 0;
  return { passed, failed: failed === 0 && !(succeeded && ranAny) ? 1 : failed, skipped };
}

/** @type {typeof import('./tally.d.mts').sum} */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.flatMap(({ skipped }) => skipped),
});

/** @type {typeof import('./tally.d.mts').lastLine} */
export const lastLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;
