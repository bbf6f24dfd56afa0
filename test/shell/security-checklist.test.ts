import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { securityHeaders } from '../../electron/hosting/page-files.ts';
import { pageScheme, pageSource } from '../../electron/shell/page-source.ts';
import { windowOptions } from '../../electron/shell/windows.ts';
import { fusesOf } from '../../electron/package/fuses.mjs';

/** The sources of the shell and the page, without comments: words that only explain a rule break none. */
const sources = globSync(['electron/**/*.{ts,mjs}', 'src/**/*.{ts,svelte,html,css}']).map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, ''),
}));

/** The sources that say something. */
const saying = (words: RegExp): readonly string[] =>
  sources.filter(({ text }) => words.test(text)).map(({ path }) => path);

const preferences = windowOptions('/preload.cjs').webPreferences;
const policy = securityHeaders("'none'")['Content-Security-Policy'] ?? '';

/** Electron, "Security", with its numbers. What a person can do to a running shell is tried in the tests beside this one. */
test('1, only secure content: the page is the bundle, whatever the environment says, in an app that is packaged', () => {
  const packaged = pageSource('https://elsewhere.example/', { isDevelopment: true, isPackaged: true });
  expect([packaged.address, packaged.mayLoad('http://bundle/'), packaged.mayLoad('https://bundle/')]).toEqual([
    'app://bundle/',
    false,
    false,
  ]);
});

test('2 to 4, no Node in the page, an isolated preload script, and the sandbox for every process', () => {
  expect(preferences).toMatchObject({
    ...{ nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false },
    ...{ contextIsolation: true, sandbox: true },
  });
  expect(saying(/nodeIntegration\w*: true|contextIsolation: false|sandbox: false|--no-sandbox|appendSwitch/)).toEqual(
    [],
  );
  expect([saying(/sandboxAll\(app\)/), saying(/app\.enableSandbox\(\)|no-sandbox/)]).toEqual([
    ['electron/main.ts'],
    ['electron/shell/guards.ts'],
  ]);
});

test('5, permissions are asked of a handler: every session that shows a page has the guards', () => {
  expect(saying(/guardSession\(session\.defaultSession/)).toEqual(['electron/main.ts']);
  expect(saying(/\bpartition:/)).toEqual([]);
});

test('6, 8, 9 and 10, the web’s own rules stay on', () => {
  expect(preferences).toMatchObject({
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
  });
  expect(saying(/enableBlinkFeatures|enable-blink-features|webSecurity: false|disable-web-security/)).toEqual([]);
  expect(saying(/certificate-error|setCertificateVerifyProc|ignore-certificate-errors|rejectUnauthorized/)).toEqual([]);
});

test('7, a policy that names what the page may load, and no other place', () => {
  const directives = new Map(policy.split(';').map((one) => [one.trim().split(' ')[0], one.trim()]));
  expect(directives.get('default-src')).toBe("default-src 'none'");
  expect(directives.get('script-src')).toBe("script-src 'self'");
  expect(directives.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
  // Svelte sets single properties of an element by its `style`, which runs nothing.
  directives.delete('style-src-attr');
  expect([...directives.values()].join('; ')).not.toMatch(/unsafe-|https?:|\*/);
});

test('11 and 12, there is no web view', () => {
  expect(preferences).toMatchObject({ webviewTag: false });
  expect(saying(/<webview|allowpopups/)).toEqual([]);
  expect(saying(/'will-attach-webview'/)).toEqual(['electron/shell/guards.ts']);
});

test('13 and 14, contents are guarded when they are made, before they load anything', () => {
  expect(saying(/'web-contents-created'/)).toEqual(['electron/main.ts']);
  expect(saying(/new BrowserWindow\(|new WebContentsView\(|new BrowserView\(/)).toEqual(['electron/main.ts']);
  expect(saying(/action: 'allow'/)).toEqual([]);
});

test('15, one place hands an address to the system, after it has looked at it', () => {
  expect(saying(/openExternal\(/)).toEqual(['electron/shell/open-in-browser.ts']);
});

test('17, every message of a page names a sender that is checked, and is answered', () => {
  expect(saying(/const isTrusted = senderCheck\(opened, source\);/)).toEqual(['electron/main.ts']);
  expect(saying(/openIpcBridge\(ipcMain, core, isTrusted\)/)).toEqual(['electron/main.ts']);
  expect(saying(/openFileSaver\(\s*ipcMain,[^;]*, isTrusted\);/)).toEqual(['electron/main.ts']);
  expect(saying(/ipcMain\.(?:on|once|handleOnce)\(/)).toEqual([]);
  for (const { text } of sources.filter(({ text }) => text.includes('ipcMain.handle('))) {
    const handlers = text.split('ipcMain.handle(').slice(1);
    expect(handlers.every((handler) => /^[^;]*=> \{\s*if \(!isTrusted\(event\)\)/.test(handler))).toBe(true);
  }
});

test('18, the page has a scheme of its own, which bypasses nothing', () => {
  expect(pageScheme).toEqual({ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } });
  expect(saying(/\bloadFile\(|loadURL\(['"`]file:|bypassCSP|corsEnabled/)).toEqual([]);
});

test('19, every fuse is decided', () => {
  for (const platform of ['linux', 'darwin', 'win32'])
    expect(fusesOf(platform)).toMatchObject({ strictlyRequireAllFuses: true });
});

test('20, one object with three functions is all that the page has of Electron', () => {
  expect(saying(/exposeInMainWorld|ipcRenderer/)).toEqual(['electron/preload.ts']);
  const [preload] = sources.filter(({ path }) => path === 'electron/preload.ts');
  expect(preload?.text.match(/exposeInMainWorld/g)).toHaveLength(1);
  expect(
    saying(/from 'electron'|require\('electron'\)|@electron\/remote/).filter((path) => path.startsWith('src/')),
  ).toEqual([]);
});
