/**
 * The Node to run the app with: this one where it is new enough, else the one that came with the packages.
 *
 * @returns path of the program; null when there is none
 */
export function findNode(): string | null;

/** @param version such as 24.21.0 */
export function isNewEnough(version: string): boolean;

export const noNodeText: string;
