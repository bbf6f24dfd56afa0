/** The folder below which one run puts everything temporary. */
export type TemporaryRoot = {
  readonly path: string;
  /** Removes the folder with all that is in it. */
  readonly remove: () => void;
};

/**
 * Makes a folder in the system's temporary folder and names it to this process and every process started from now on
 * (`TMPDIR`, and `TMP` and `TEMP` on Windows). The folders of runs that were killed before they could tidy up go first.
 * A process that was given such a folder by the one that started it keeps to that one, and removes nothing.
 *
 * @param system the system's temporary folder; a short path, because Chromium keeps a socket below it and the path of a
 *   socket has a limit of 104 bytes on macOS and 108 on Linux (`sockaddr_un`)
 */
export function openTemporaryRoot(system?: string): TemporaryRoot;

/** The name of a folder that this process makes outside of its root, so that it is known whose it is: `pf-PID-`. */
export function temporaryPrefix(): string;

/**
 * What is ours in the system's temporary folders, and of no process that is still running.
 *
 * @param folders where to look; those that do not exist are left out
 * @returns full paths, sorted
 */
export function leftBehind(folders?: readonly string[]): readonly string[];
