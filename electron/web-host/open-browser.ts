import { spawn } from 'node:child_process';

/**
 * Opens an address in the person's browser, where there is a display to show one. That it was printed too is enough
 * when no browser can be opened, so nobody waits for the outcome.
 */
export function showAddress(address: string, platform = process.platform, env = process.env): void {
  const opener = openerFor(platform, env);
  if (opener === null) return;
  const child = spawn(opener.program, [...opener.words, address], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}

/** @returns null when there is no display */
export function openerFor(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): { readonly program: string; readonly words: readonly string[] } | null {
  if (platform === 'darwin') return { program: 'open', words: [] };
  if (platform === 'win32') return { program: 'rundll32', words: ['url.dll,FileProtocolHandler'] };
  const hasDisplay = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  return hasDisplay ? { program: 'xdg-open', words: [] } : null;
}
