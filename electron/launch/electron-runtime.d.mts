/** @returns path of the Electron program; null when its runtime is not installed */
export function findElectron(): string | null;

/** A program, or why there is none, in words that follow "because". */
export type ObtainedElectron = { readonly program: string } | { readonly missing: string };

/**
 * The Electron program, downloaded if that takes no longer than a person likes to wait. A failed attempt is not
 * repeated on the same day.
 *
 * @param node the program that runs the download
 */
export function obtainElectron(node: string): Promise<ObtainedElectron>;

/** @returns whether a window could be shown */
export function hasDisplay(platform?: NodeJS.Platform, env?: NodeJS.ProcessEnv): boolean;
