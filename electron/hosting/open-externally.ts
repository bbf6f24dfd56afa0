import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorCode } from '../../src/domain/core/thrown.ts';
import { homeDirectory } from '../launch/places.mjs';

type Opener = {
  readonly program: string;
  /** Whether the target stands in quotes of ours: `explorer.exe` reads a comma outside of them as an option. */
  readonly isQuoted?: boolean;
};

/**
 * Shows a file in the default browser. A failed start is no failure: the terminal shows an address too. Does nothing
 * without a display.
 */
export function showPage(path: string): void {
  const opener = openerFor();
  if (opener !== null) void started(opener, pageTarget(path));
}

/**
 * A page as the system's program is told of it: by its address, which names it whatever letters it has. The shell of Windows
 * alone reads the percent-encoding of a `file:` address in the code page of the person, and finds no file with a letter outside
 * of ASCII (desktop/desktop pull request 22860).
 */
export const pageTarget = (path: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? path : pathToFileURL(path).href;

/**
 * The folder of the default browser, where a page has to lie for it. A browser from a snap, as on Ubuntu, reads no hidden
 * folder of the person (snapcraft.io, "The home interface"), and so no default profile; it reads a folder of its own.
 *
 * @returns null for a browser that reads every file of the person
 */
export async function directoryOfBrowser(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  const name = await new Promise<string>((resolve) => {
    const ask = () =>
      execFile('xdg-settings', ['get', 'default-web-browser'], { timeout: 2_000 }, (_error, output) => resolve(output));
    if (begun(ask) === null) resolve('');
  });
  // Such as `firefox_firefox.desktop`: the snap and its program (snapcraft.io, "Desktop menu support").
  const [, snap] = /^([a-z0-9-]+)_/.exec(name) ?? [];
  const home = homeDirectory();
  if (snap === undefined || home === null) return null;
  const directory = join(home, 'snap', snap, 'common');
  return existsSync(directory) ? join(directory, 'pinfold') : null;
}

/**
 * Makes the function that shows a folder in the file manager, where Electron's `shell` is absent.
 *
 * @returns null without a display
 */
export function folderOpener(): ((directory: string) => Promise<boolean>) | null {
  const opener = openerFor();
  return opener === null ? null : (directory) => started(opener, directory);
}

/** The system's program that opens a page or a folder. @returns null without a display */
export function openerFor(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): Opener | null {
  if (platform === 'darwin') return { program: 'open' };
  if (platform === 'win32') return { program: 'explorer.exe', isQuoted: true };
  const hasDisplay = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  return hasDisplay ? { program: 'xdg-open' } : null;
}

/** @returns whether the program started; its exit code says nothing on Windows (`explorer.exe` exits with 1) */
function started({ program, isQuoted = false }: Opener, target: string): Promise<boolean> {
  return new Promise((resolve) => {
    const words = [isQuoted ? `"${target}"` : target];
    const child = begun(() =>
      spawn(program, words, { detached: true, stdio: 'ignore', windowsVerbatimArguments: isQuoted }),
    );
    if (child === null) return resolve(false);
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
}

/**
 * Node tells of most refusals by the event `error`, and throws for the others: a policy of Windows is one (`UNKNOWN`).
 *
 * @returns null for a program that the system refuses
 */
function begun(start: () => ChildProcess): ChildProcess | null {
  try {
    return start();
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return null;
  }
}
