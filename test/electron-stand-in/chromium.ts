import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { browserSwitches, findHeadlessBrowser, noBrowserText } from '../../electron/launch/browser.mjs';

type Running = { readonly context: BrowserContext; readonly endpoint: string; readonly folder: string };
let running: Promise<Running> | null = null;

/** The one Chromium behind all windows, started when the first one opens. */
export function openChromium(): Promise<Running> {
  return (running ??= start());
}

export async function closeChromium(): Promise<void> {
  const opened = await running?.catch(() => null);
  if (!opened) return;
  await opened.context.close();
  rmSync(opened.folder, { recursive: true, force: true });
}

async function start(): Promise<Running> {
  const executablePath = await findHeadlessBrowser();
  if (executablePath === null) throw new Error(noBrowserText);
  const folder = mkdtempSync(join(tmpdir(), 'pinfold-stand-in-'));
  const context = await chromium.launchPersistentContext(folder, {
    locale: 'en-GB',
    executablePath,
    headless: true,
    args: [...browserSwitches, '--remote-debugging-port=0'],
    viewport: { width: 1280, height: 820 },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const [port = ''] = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n');
  return { context, endpoint: `http://127.0.0.1:${port}`, folder };
}
