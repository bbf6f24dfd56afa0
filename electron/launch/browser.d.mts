/**
 * Finds a Chromium for tests: the one in PINFOLD_CHROMIUM, the system's, Playwright's, or the one among the packages.
 *
 * @returns path of the program; null when there is none
 */
export function findBrowser(): Promise<string | null>;

/** Chromium's switches for tests: it runs everywhere, and sends no requests of its own. */
export const browserSwitches: readonly string[];

export const noBrowserText: string;
