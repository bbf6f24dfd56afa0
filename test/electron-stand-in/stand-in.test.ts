import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fromChromium, protocol, toChromium } from './protocol.ts';
import { takeLock } from './single-instance.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'pinfold-stand-in-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const values = /^import \{([^}]+)\} from 'electron';$/m;

test('whoever imports Electron under the hook gets everything that the main process uses', () => {
  const [, names = ''] = values.exec(readFileSync('electron/main.ts', 'utf8')) ?? [];
  const wanted = names.split(',').flatMap((name) => name.trim() || []);
  expect(wanted).toContain('BrowserWindow');
  const script = join(folder, 'script.mjs');
  writeFileSync(script, `import * as electron from 'electron'; console.log(JSON.stringify(Object.keys(electron)));`);
  const hook = new URL('register.mjs', import.meta.url).href;
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', hook, script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const given: unknown = JSON.parse(stdout.split('\n')[0] ?? '');
  expect(given).toEqual(expect.arrayContaining(wanted));
});

test('an origin of the app has an https origin of its own, and back', () => {
  protocol.handle('app', () => new Response());
  expect(toChromium('app://bundle/assets/main.js?x=1#there')).toBe(
    'https://bundle.app.stand-in.invalid/assets/main.js?x=1#there',
  );
  expect(fromChromium(toChromium('app://bundle/assets/main.js?x=1#there'))).toBe(
    'app://bundle/assets/main.js?x=1#there',
  );
  expect(toChromium('https://elsewhere.example/')).toBe('https://elsewhere.example/');
  expect(fromChromium('https://elsewhere.example/')).toBe('https://elsewhere.example/');
});

test('a folder has one holder, which hears of whoever comes second', async () => {
  const came: string[][] = [];
  expect(takeLock(folder, (words) => came.push(words))).toBe(true);
  const second = `
    import { takeLock } from ${JSON.stringify(new URL('single-instance.ts', import.meta.url).href)};
    console.log(takeLock(${JSON.stringify(folder)}, () => undefined));
  `;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', second, '--', '--practice'], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('false\n');
  await expect.poll(() => came).toEqual([[expect.any(String), '--practice']]);
});

test('the lock of a process that is gone is free', () => {
  const gone = spawnSync(process.execPath, ['--eval', '']).pid;
  writeFileSync(join(folder, 'stand-in-lock'), String(gone));
  expect(takeLock(folder, () => undefined)).toBe(true);
});
