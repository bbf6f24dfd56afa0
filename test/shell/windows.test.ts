import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, test } from 'vitest';
import type { Core } from '../../electron/host.ts';
import { hostWords } from '../../electron/hosting/host-words.ts';
import { focusWindow, followWindow, windowOptions, Windows } from '../../electron/shell/windows.ts';

/** Windows that are events and a memory, over a core that announces when told. */
function desktop() {
  const made: (EventEmitter & {
    readonly received: unknown[];
    readonly loaded: string[];
    readonly webContents: EventEmitter;
  })[] = [];
  const listeners = new Set<Parameters<Core['listen']>[0]>();
  const core = {
    listen: (listener: Parameters<Core['listen']>[0]) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: () => undefined,
  } as unknown as Core;
  const logged: unknown[] = [];
  const log = { error: (error: unknown) => String(logged.push(error)) };
  const said: string[] = [];
  const state = { load: async (): Promise<void> => undefined, nowMs: 0 };
  const clock = { nowMs: () => state.nowMs, after: (_waitMs: number, work: () => void) => void (_waitMs || work()) };
  const ports = { core, log, tell: (sentence: string) => said.push(sentence), language: async () => 'en' as const };
  const make = (): BrowserWindow => {
    const received: unknown[] = [];
    const loaded: string[] = [];
    let isDestroyed = false;
    const webContents = Object.assign(new EventEmitter(), {
      id: made.length + 1,
      isDestroyed: () => false,
      send: (...words: unknown[]) => received.push(words),
      reload: () => loaded.push('again'),
      getURL: () => loaded.at(-1),
    });
    const window: EventEmitter & (typeof made)[number] = Object.assign(new EventEmitter(), {
      ...{ received, loaded, webContents },
      show: () => undefined,
      isMinimized: () => false,
      focus: () => window.emit('focus'),
      isDestroyed: () => isDestroyed,
      loadURL: async (url: string) => {
        loaded.push(url);
        await state.load();
      },
    });
    window.on('closed', () => (isDestroyed = true));
    made.push(window);
    return window as unknown as BrowserWindow;
  };
  const announce = (name: string): void => listeners.forEach((listener) => listener({ name, payload: null }));
  const crash = (reason: string): void => {
    made[0]!.webContents.emit('render-process-gone', {}, { reason, exitCode: 139 });
  };
  return { windows: new Windows(make, ports, clock), made, announce, listeners, logged, said, state, crash };
}

test('each window shows its own address, and every window receives announcements', async () => {
  const { windows, made, announce } = desktop();
  await windows.open('app://bundle/');
  await windows.open('app://bundle/#/c/two/files');
  announce('files.changed');
  expect(made.map(({ loaded }) => loaded)).toEqual([['app://bundle/'], ['app://bundle/#/c/two/files']]);
  expect(made.map(({ received }) => received)).toEqual([
    [['pinfold:announce', 'files.changed']],
    [['pinfold:announce', 'files.changed']],
  ]);
  expect([1, 2, 3].map((id) => windows.has(id))).toEqual([true, true, false]);
});

test('a closed window is nobody’s, and the one looked at last is in front', async () => {
  const { windows, made, listeners } = desktop();
  await windows.open('app://bundle/');
  await windows.open('app://bundle/');
  made[0]!.emit('focus');
  expect(windows.front).toBe(made[0]);
  made[0]!.emit('closed');
  expect([windows.has(1), windows.front, listeners.size]).toEqual([false, made[1], 1]);
});

test('no more than a dozen windows open', async () => {
  const { windows, made } = desktop();
  for (let number = 0; number < 30; number++) await windows.open('app://bundle/');
  expect(made).toHaveLength(12);
});

/** A dozen windows at places of their own, as many as there may be. */
async function aDozen() {
  const one = desktop();
  for (let number = 1; number <= 12; number++) await one.windows.open(`app://bundle/#/${number}`);
  return one;
}

test('with a dozen windows open, a link is shown in the one that was looked at last', async () => {
  const { windows, made } = await aDozen();
  made[3]!.emit('focus');
  await windows.open('app://bundle/#/files/one');
  expect([windows.front, made[3]!.loaded]).toEqual([made[3], ['app://bundle/#/4', 'app://bundle/#/files/one']]);
  expect(made.length).toBe(12);
});

test('with a dozen windows open, the one that shows the place of a link comes to the front as it is', async () => {
  const { windows, made } = await aDozen();
  await windows.open('app://bundle/#/5');
  expect([windows.front, made[4]!.loaded]).toEqual([made[4], ['app://bundle/#/5']]);
});

test('a window that is closed before its page has loaded ends nothing, and is no fault', async () => {
  const { windows, made, logged, state } = desktop();
  state.load = () => {
    made[0]!.emit('closed');
    return Promise.reject(new Error('ERR_FAILED (-2) loading app://bundle/'));
  };
  await windows.open('app://bundle/');
  expect([windows.all, logged]).toEqual([[], []]);
});

test('a page that does not load in an open window is written into the log', async () => {
  const { windows, logged, state } = desktop();
  const refused = new Error('ERR_UNEXPECTED (-9) loading app://bundle/');
  state.load = () => Promise.reject(refused);
  await windows.open('app://bundle/');
  expect([windows.all.length, logged]).toEqual([1, [refused]]);
});

test('a page whose process ends comes back, once a minute, and then a box says what to do', async () => {
  const { windows, made, logged, said, state, crash } = desktop();
  await windows.open('page');
  crash('crashed');
  expect([made[0]!.loaded, said]).toEqual([['page', 'again'], []]);
  state.nowMs = 59_999;
  crash('oom');
  await expect.poll(() => said).toEqual([hostWords.en.pageEndedAgain('oom (reference 2 in the log)')]);
  state.nowMs = 60_000;
  crash('killed');
  expect(made[0]!.loaded).toEqual(['page', 'again', 'again']);
  expect(logged.map(String)).toEqual([
    'Error: The process of a page ended: crashed, code 139',
    'Error: The process of a page ended: oom, code 139',
    'Error: The process of a page ended: killed, code 139',
  ]);
});

test('a page whose process ends in order stays as it is', async () => {
  const { windows, made, logged, said, crash } = desktop();
  await windows.open('page');
  crash('clean-exit');
  expect([made[0]!.loaded, said, logged.length]).toEqual([['page'], [], 1]);
});

test('the page runs in the sandbox, apart from the preload, without Node', () => {
  expect(windowOptions('/preload.cjs').webPreferences).toEqual({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    spellcheck: false,
  });
});

test('a second start brings even a minimized window forward', () => {
  const done: string[] = [];
  const window = {
    isMinimized: () => true,
    restore: () => void done.push('restore'),
    show: () => void done.push('show'),
    focus: () => void done.push('focus'),
  };
  focusWindow(window);
  expect(done).toEqual(['restore', 'show', 'focus']);
});

/** A window that is followed, with time that passes when told. */
function followed() {
  const [shown, waiting]: [string[], Map<number, () => void>] = [[], new Map()];
  const webContents = new EventEmitter();
  const window = Object.assign(new EventEmitter(), { webContents, show: () => void shown.push('shown') });
  const after = (waitMs: number, work: () => void): void => void waiting.set(waitMs, work);
  followWindow(window as unknown as BrowserWindow, { tell: () => undefined } as unknown as Core, { after });
  return {
    window,
    shown,
    loaded: () => webContents.emit('did-finish-load'),
    /** @param ms as if so much time had passed */
    wait: (ms = Number.POSITIVE_INFINITY) => [...waiting].forEach(([dueMs, work]) => dueMs <= ms && work()),
  };
}

test('a window is shown once its page is painted, and no second time', () => {
  const { window, shown, loaded, wait } = followed();
  loaded();
  expect(shown).toEqual([]);
  window.emit('ready-to-show');
  wait();
  expect(shown).toEqual(['shown']);
});

test('a window whose page never loads is shown empty, so that a person can close it', () => {
  const { shown, wait } = followed();
  wait(9_999);
  expect(shown).toEqual([]);
  wait(10_000);
  expect(shown).toEqual(['shown']);
});

test('a window of whose painting nobody hears is shown too, unless it was closed', () => {
  const unpainted = followed();
  unpainted.loaded();
  unpainted.wait();
  expect(unpainted.shown).toEqual(['shown']);
  const closed = followed();
  closed.loaded();
  closed.window.emit('closed');
  closed.wait();
  expect(closed.shown).toEqual([]);
});
