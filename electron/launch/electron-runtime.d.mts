/** @returns path of the Electron program; null when its runtime is not installed */
export function findElectron(): string | null;

/** A program, or the reason why there is none, as a clause after "because". */
export type ObtainedElectron = { readonly program: string } | { readonly missing: string };

/**
 * The Electron program. Downloads it, within a time that a person likes to wait; after a failure the next attempt
 * follows on another day.
 *
 * @param node the program that runs the download
 */
export function obtainElectron(node: string): Promise<ObtainedElectron>;

/** @returns whether a window could be shown */
export function hasDisplay(platform?: NodeJS.Platform, env?: NodeJS.ProcessEnv): boolean;
