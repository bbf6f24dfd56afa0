import { spawn } from 'node:child_process';

/**
 * How a folder is shown to the person where there is no Electron to do it.
 *
 * @returns null where there is no display
 */
export function folderOpener(
  platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): ((directory: string) => Promise<boolean>) | null {
  const program = programFor(platform, env);
  return program === null ? null : (directory) => open(program, directory);
}

function programFor(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | null {
  if (platform === 'darwin') return 'open';
  if (platform === 'win32') return 'explorer.exe';
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? 'xdg-open' : null;
}

/** @returns whether the program could be started; what it then does nobody can know */
function open(program: string, directory: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, [directory], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
}
