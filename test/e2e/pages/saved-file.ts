import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from './app.ts';
import { expect } from './preconditions.ts';

/**
 * Does what saves a file, in a browser or in a window.
 *
 * @param name the name that a browser has to be offered
 * @returns the text of the file
 */
export async function savedFile({ page, running }: App, save: () => Promise<void>, name?: string): Promise<string> {
  if (running.saveTo === null) {
    const [download] = await Promise.all([page.waitForEvent('download'), save()]);
    if (name !== undefined) expect(download.suggestedFilename()).toBe(name);
    return readFileSync(await download.path(), 'utf8');
  }
  const path = join(mkdtempSync(join(tmpdir(), 'pf-saved-')), 'file');
  await running.saveTo(path);
  await save();
  // The shell gives a file its name when it is whole.
  await expect.poll(() => existsSync(path)).toBe(true);
  return readFileSync(path, 'utf8');
}
