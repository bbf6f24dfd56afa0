/**
 * Finds a Chromium: the one in PINFOLD_CHROMIUM, the system's, Playwright's, or the one among the packages.
 *
 * @returns path of the program; null when there is none
 */
export function findBrowser(): Promise<string | null>;

/**
 * Finds a Chromium for tests: the one in PINFOLD_CHROMIUM, the one among the packages, or any other. The packaged one is
 * a headless shell: it opens a page for a seventh of the processor time that a whole browser takes (0.18 s against 1.2 s
 * in Chromium 153 and 156), which draws a window with tabs and a toolbar for each page that nobody sees.
 *
 * @returns path of the program; null when there is none
 */
export function findHeadlessBrowser(): Promise<string | null>;

/** Chromium's switches for tests: it runs everywhere, and sends no requests of its own. */
export const browserSwitches: readonly string[];

export const noBrowserText: string;
