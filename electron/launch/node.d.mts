/**
 * The Node that runs the app: the current one if it is new enough, or else the one among the packages.
 *
 * @returns path of the program; null when there is none
 */
export function findNode(): string | null;

/** @param version such as 24.21.0 */
export function isNewEnough(version: string): boolean;

export const noNodeText: string;
