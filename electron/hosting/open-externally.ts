import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

type Opener = { readonly program: string; readonly flags: readonly string[] };

/**
 * Shows a file in the default browser. A failed start is no failure: the terminal shows an address too. Does nothing
 * without a display.
 */
export function showPage(path: string): void {
  const opener = openerFor('address');
  if (opener !== null) void started(opener, pathToFileURL(path).href);
}

/**
 * Makes the function that shows a folder in the file manager, where Electron's `shell` is absent.
 *
 * @returns null without a display
 */
export function folderOpener(): ((directory: string) => Promise<boolean>) | null {
  const opener = openerFor('folder');
  return opener === null ? null : (directory) => started(opener, directory);
}

/** The system's program that opens an address or a folder. @returns null without a display */
export function openerFor(
  target: 'address' | 'folder',
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): Opener | null {
  if (platform === 'darwin') return { program: 'open', flags: [] };
  if (platform === 'win32' && target === 'folder') return { program: 'explorer.exe', flags: [] };
  if (platform === 'win32') return { program: 'rundll32', flags: ['url.dll,FileProtocolHandler'] };
  const hasDisplay = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  return hasDisplay ? { program: 'xdg-open', flags: [] } : null;
}

/** @returns whether the program started; its exit code says nothing on Windows (`explorer.exe` exits with 1) */
function started({ program, flags }: Opener, target: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, [...flags, target], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
}
