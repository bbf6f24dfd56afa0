/**
 * A Chromium to test with: the one named by PINFOLD_CHROMIUM, the system's, Playwright's own, or the one that came
 * with the packages.
 *
 * @returns path of the program; null when there is none
 */
export function findBrowser(): Promise<string | null>;

/** What Chromium is told so that it runs anywhere and speaks to nobody. */
export const browserSwitches: readonly string[];

export const noBrowserText: string;
