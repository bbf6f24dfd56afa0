import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { expect, test } from 'vitest';
import { guardContents, guardSession, sandboxAll } from '../../electron/shell/guards.ts';
import { pageSource } from '../../electron/shell/page-source.ts';

const source = pageSource(undefined, { isDevelopment: false, isPackaged: true });

function guardedContents() {
  const contents = Object.assign(new EventEmitter(), {
    opens: (_details: { url: string }) => ({ action: 'allow' }),
    setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
      contents.opens = handler;
    },
  });
  const opened: string[] = [];
  guardContents(contents as unknown as WebContents, source, (url) => void opened.push(url));
  const forbids = (event: string, url: string, isMainFrame = true): boolean => {
    let prevented = false;
    contents.emit(event, { url, isMainFrame, preventDefault: () => void (prevented = true) });
    return prevented;
  };
  return { contents, forbids, opened };
}

test.each([
  'https://elsewhere.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'app://bundle/assets/main.js',
  'app://bundle.elsewhere.example/',
  'app://other/',
  'data:text/html,x',
])('the page cannot be sent to %s', (url) => {
  const { contents, forbids, opened } = guardedContents();
  expect(['will-navigate', 'will-frame-navigate', 'will-redirect'].map((event) => forbids(event, url))).toEqual([
    true,
    true,
    true,
  ]);
  expect(contents.opens({ url })).toEqual({ action: 'deny' });
  expect(opened).toEqual([]);
});

test('a window that shows the page is left to the app to make', () => {
  const { contents, opened } = guardedContents();
  const url = 'app://bundle/#/c/one/files';
  expect(contents.opens({ url })).toEqual({ action: 'deny' });
  expect(opened).toEqual([url]);
});

test('the page may load itself again, wherever on it the person is', () => {
  const { forbids } = guardedContents();
  expect(forbids('will-navigate', 'app://bundle/')).toBe(false);
  expect(forbids('will-navigate', 'app://bundle/#/changes')).toBe(false);
});

test('nothing is loaded into a frame of the page', () => {
  const { forbids } = guardedContents();
  expect(forbids('will-frame-navigate', 'app://bundle/', false)).toBe(true);
  expect(forbids('will-attach-webview', 'app://bundle/')).toBe(true);
});

function guardedSession(isPackaged = true) {
  type Handler = (...words: unknown[]) => unknown;
  const handlers: Record<string, Handler> = {};
  const keep = (name: string) => (handler: Handler) => void (handlers[name] = handler);
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    setDisplayMediaRequestHandler: keep('display'),
    webRequest: { onBeforeRequest: keep('before') },
  });
  guardSession(session as unknown as Session, source, { isPackaged });
  return { session, call: (name: string, ...words: unknown[]) => handlers[name]!(...words) };
}

function requested(permission: string, requestingUrl: string, isMainFrame = true): unknown {
  let answer: unknown;
  guardedSession().call('request', null, permission, (yes: unknown) => (answer = yes), { requestingUrl, isMainFrame });
  return answer;
}

test('every permission is denied but writing text to the clipboard, from our page alone', () => {
  const asked = ['clipboard-read', 'geolocation', 'media', 'notifications', 'hid', 'openExternal', 'fileSystem'];
  expect(asked.map((permission) => requested(permission, 'app://bundle/'))).toEqual(asked.map(() => false));
  expect(requested('clipboard-sanitized-write', 'app://bundle/')).toBe(true);
  expect(requested('clipboard-sanitized-write', 'app://bundle/', false)).toBe(false);
  expect(requested('clipboard-sanitized-write', 'https://elsewhere.example/')).toBe(false);
  expect(requested('clipboard-sanitized-write', 'app://bundle.elsewhere.example/')).toBe(false);
});

test('a check of a permission is answered like the request for it', () => {
  const { call } = guardedSession();
  const check = (permission: string, origin: string, isMainFrame = true): unknown =>
    call('check', null, permission, origin, { isMainFrame });
  expect(check('clipboard-sanitized-write', 'app://bundle/')).toBe(true);
  expect(check('clipboard-sanitized-write', 'https://elsewhere.example/')).toBe(false);
  expect(check('clipboard-sanitized-write', 'app://bundle.elsewhere.example/')).toBe(false);
  expect(check('clipboard-sanitized-write', 'app://bundle/', false)).toBe(false);
  expect(check('media', 'app://bundle/')).toBe(false);
});

test('no device and no screen is handed out, and nothing is downloaded', () => {
  const { session, call } = guardedSession();
  expect(call('device', {})).toBe(false);
  let streams: unknown;
  call('display', {}, (given: unknown) => (streams = given));
  expect(streams).toEqual({});
  let prevented = false;
  session.emit('will-download', { preventDefault: () => void (prevented = true) });
  expect(prevented).toBe(true);
});

test.each([
  ['app://bundle/assets/main.js', false],
  ['https://elsewhere.example/', true],
  ['file:///etc/passwd', true],
  ['ws://127.0.0.1/', true],
  ['app://other/', true],
  ['app://bundle.elsewhere.example/', true],
])('a request for %s is cancelled: %s', (url, cancelled) => {
  let answer: unknown;
  guardedSession().call('before', { url }, (given: unknown) => (answer = given));
  expect(answer).toEqual({ cancel: cancelled });
});

test('every process runs in the sandbox, except where the system has none and Chromium has started without', () => {
  const enabled = (...switches: string[]): number => {
    let times = 0;
    sandboxAll({
      commandLine: { hasSwitch: (name) => switches.includes(name) },
      enableSandbox: () => void (times += 1),
    });
    return times;
  };
  expect([enabled(), enabled('profile'), enabled('no-sandbox')]).toEqual([1, 1, 0]);
});

test('the developer tools, which the menu of the sources has, load themselves and nothing else', () => {
  const isLoaded = (url: string, isPackaged: boolean): boolean => {
    let isCancelled = true;
    guardedSession(isPackaged).call('before', { url }, ({ cancel }: { cancel: boolean }) => (isCancelled = cancel));
    return !isCancelled;
  };
  const tools = 'devtools://devtools/bundled/devtools_app.html';
  expect([isLoaded(tools, false), isLoaded(tools, true)]).toEqual([true, false]);
  expect(
    ['devtools://elsewhere/', 'https://files.example/', 'file:///etc/passwd'].map((url) => isLoaded(url, false)),
  ).toEqual([false, false, false]);
});
