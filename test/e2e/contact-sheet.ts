import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright/test';
import { browserSwitches, findBrowser, noBrowserText } from '../../electron/launch/browser.mjs';
import { webHost } from './driver/web-host.ts';
import { App } from './pages/app.ts';
import { type AppState, everyState, show } from './pages/every-state.ts';

const widths = [1440, 1024, 400] as const;
const HEIGHT_PX = 860;
const themes = ['light', 'dark'] as const;
const LINES_ON_A_SHEET = 8;

type Line = { readonly name: string; readonly pictures: readonly string[] };

/**
 * Pictures every state of every screen in both themes and three widths, and lays them on sheets, for whoever compares
 * them with the design. `node test/e2e/contact-sheet.ts OUT_DIR [NAME]`, after a build; NAME picks the states that hold it.
 */
async function main(directory: string, wanted: string): Promise<void> {
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error(noBrowserText);
  const scratch = mkdtempSync(join(tmpdir(), 'pf-'));
  mkdirSync(directory, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: [...browserSwitches] });
  const env = { ...process.env, TMPDIR: scratch, PINFOLD_PRACTICE_EMPTY: '0' };
  const running = await webHost.launch({ profileDirectory: join(scratch, 'profile'), args: [], env }, browser);
  try {
    const app = new App(running);
    await app.firstRun.practise.click();
    await app.status
      .getByText(/needs? you/)
      .first()
      .waitFor();
    for (const [screens, states] of Object.entries(everyState)) {
      const lines: Line[] = [];
      for (const state of states.filter(({ name }) => name.includes(wanted))) {
        lines.push(await pictured(app, state, directory));
      }
      await lay(browser, lines, join(directory, fileName(screens)));
    }
  } finally {
    await running.release();
    await browser.close();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

const fileName = (name: string): string => name.replace(/\W+/g, '-');

/** A state that a width cannot reach is said on the sheet; the others go on. */
async function pictured(app: App, state: AppState, directory: string): Promise<Line> {
  const { page } = app;
  const pictures: string[] = [];
  let name = state.name;
  try {
    await page.setViewportSize({ width: widths[0], height: HEIGHT_PX });
    await show(app, state);
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT_PX });
      pictures.push(...(await inBothThemes(page, join(directory, `${fileName(name)}-${width}`))));
    }
    await page.setViewportSize({ width: widths[0], height: HEIGHT_PX });
    await state.leave?.(app);
  } catch (error) {
    name = `${name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`;
  }
  return { name, pictures };
}

async function inBothThemes(page: Page, path: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    const to = `${path}-${colorScheme}.png`;
    await page.screenshot({ path: to, animations: 'disabled' });
    paths.push(to);
  }
  return paths;
}

/** Writes sheets of a few lines each, as pages and as pictures of them. */
async function lay(browser: Browser, lines: readonly Line[], path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2000, height: 1000 } });
  for (let first = 0; first < lines.length; first += LINES_ON_A_SHEET) {
    const sheet = `${path}-${first / LINES_ON_A_SHEET + 1}`;
    writeFileSync(`${sheet}.html`, htmlOf(lines.slice(first, first + LINES_ON_A_SHEET)));
    await page.goto(`file://${sheet}.html`);
    await page.screenshot({ path: `${sheet}.png`, fullPage: true });
  }
  await page.close();
}

function htmlOf(lines: readonly Line[]): string {
  const line = ({ name, pictures }: Line): string =>
    `<h2>${name}</h2><p>${pictures.map((path) => `<img src="${path}" alt="">`).join('')}</p>`;
  return `<!doctype html><meta charset="utf-8"><style>body{font:14px sans-serif;margin:8px}h2{font-size:14px;margin:8px 0 2px}
    p{display:flex;gap:6px;margin:0}img{height:284px;border:1px solid gray}</style>${lines.map(line).join('')}`;
}

const [directory, wanted = ''] = process.argv.slice(2);
if (directory === undefined) throw new Error('Say where the sheets go: node test/e2e/contact-sheet.ts OUT_DIR [NAME]');
await main(resolve(directory), wanted);
