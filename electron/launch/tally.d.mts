/** Numbers of passed and failed checks, and the names of skipped tests. */
export type Tally = { readonly passed: number; readonly failed: number; readonly skipped: readonly string[] };

/**
 * Counts the tests in a vitest JSON report. A file that fails to load counts as one failed test.
 *
 * @param text null when there is no report
 * @param succeeded what the exit code said; a failure that the report does not show still counts as one
 */
export function vitestTally(text: string | null, succeeded: boolean): Tally;

/** Counts the tests in a Playwright JSON report, in the same way. */
export function playwrightTally(text: string | null, succeeded: boolean): Tally;

/** One check that passed or failed as a whole. */
export function checkTally(succeeded: boolean): Tally;

export function sum(tallies: readonly Tally[]): Tally;

/** The last line of a test run. */
export function lastLine(tally: Tally): string;
