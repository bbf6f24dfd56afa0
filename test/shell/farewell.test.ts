import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { quitInOrder, sayFarewell, sayOnScreen, systemEnd } from '../../electron/shell/farewell.ts';
import { preventable } from '../electron-stand-in/preventable.ts';
import { noCounts, workingCore, workOf } from '../support/open-work.ts';

function farewell(waiting: number, over: Partial<Parameters<typeof sayFarewell>[0]> = {}) {
  const said: string[] = [];
  let hasSaidFarewell = false;
  const memory = {
    get hasSaidFarewell() {
      return hasSaidFarewell;
    },
    noteFarewell: () => void (hasSaidFarewell = true),
  };
  const { core } = workingCore(() => [workOf({ counts: { ...noCounts, waiting } })]);
  const quit = (clock?: Parameters<typeof sayFarewell>[1]) =>
    sayFarewell(
      {
        ...{ core, memory, ending: systemEnd(), language: () => Promise.resolve('en' as const) },
        say: (sentence) => Promise.resolve(said.push(sentence)),
        ...over,
      },
      clock,
    );
  return { said, quit, hasHeard: () => hasSaidFarewell };
}

test('a person who quits with waiting edits hears once that they stay on this computer', async () => {
  const { said, quit } = farewell(9);
  await quit();
  await quit();
  expect(said).toEqual([
    'The changes to 9 files are waiting. They stay on this computer, and are sent when Pinfold runs again.',
  ]);
});

test('nobody hears of it where nothing waits, where the system ends, or where the core is too busy to say', async () => {
  const idle = farewell(0);
  await idle.quit();
  const ended = systemEnd();
  ended.comes();
  const ending = farewell(9, { ending: ended });
  await ending.quit();
  const busy = farewell(9, { core: { ask: () => new Promise<never>(() => undefined) } });
  await busy.quit({ after: (_waitMs, work) => work() });
  expect([idle.said, ending.said, busy.said]).toEqual([[], [], []]);
});

test('the sentence is German where the person reads German', async () => {
  const { said, quit } = farewell(1, { language: () => Promise.resolve('de') });
  await quit();
  expect(said).toEqual([
    'Die Änderungen an 1 Datei warten. Sie bleiben auf diesem Computer und werden gesendet, wenn Pinfold wieder läuft.',
  ]);
});

test('a sentence that nobody reads keeps neither the app nor a system that ends meanwhile', async () => {
  const waiting: (() => void)[] = [];
  const unread = farewell(9, { say: () => new Promise<never>(() => undefined) });
  const quitting = unread.quit({ after: (_waitMs, work) => void waiting.push(work) });
  for (const work of waiting) work();
  await quitting;

  const ending = systemEnd();
  const cutOff = farewell(9, { ending, language: () => new Promise<never>(() => undefined) });
  const leaving = cutOff.quit({ after: () => undefined });
  ending.comes();
  await leaving;
  expect(cutOff.said).toEqual([]);
});

test.each(['the time to read is over', 'the person wants the app again', 'the system ends'])(
  'a sentence in a language that is known only once %s is neither said nor counted as heard',
  async (end) => {
    const language = Promise.withResolvers<'en'>();
    const asked = Promise.withResolvers<void>();
    const [ending, again, limits] = [systemEnd(), new AbortController(), new Array<() => void>()];
    const { said, quit, hasHeard } = farewell(9, {
      ...{ ending, again: again.signal },
      language: () => {
        asked.resolve();
        return language.promise;
      },
    });
    const quitting = quit({ after: (_waitMs, work) => void limits.push(work) });
    await asked.promise;
    if (end === 'the system ends') ending.comes();
    else if (end === 'the person wants the app again') again.abort();
    else for (const reached of limits) reached();
    await quitting;
    language.resolve('en');
    await language.promise;
    expect([said, hasHeard()]).toEqual([[], false]);
  },
);

test('a box that nobody reads is taken from the screen before the windows close', async () => {
  const limits: (() => void)[] = [];
  const box = Promise.withResolvers<AbortSignal>();
  const { quit } = farewell(9, {
    say: (_sentence, signal) => {
      box.resolve(signal);
      return new Promise<never>(() => undefined);
    },
  });
  const quitting = quit({ after: (_waitMs, work) => void limits.push(work) });
  const signal = await box.promise;
  expect(signal.aborted).toBe(false);
  for (const reached of limits) reached();
  await quitting;
  expect(signal.aborted).toBe(true);
});

/** A shell whose windows close when nothing forbids it, with edits that wait. */
function shellThatQuits(say: (sentence: string, signal: AbortSignal) => Promise<unknown>) {
  const happened: string[] = [];
  const emitter = new EventEmitter();
  const powerMonitor = new EventEmitter();
  const isForbidden = (name: string): boolean => {
    const event = preventable({});
    emitter.emit(name, event);
    return event.defaultPrevented;
  };
  let isQuitting = false;
  const quit = (): void => {
    if (isQuitting || isForbidden('before-quit')) return;
    isQuitting = true;
    happened.push('windows closed');
    if (!isForbidden('will-quit')) happened.push('exit without an end');
  };
  const { core } = workingCore(() => [workOf({ counts: { ...noCounts, waiting: 2 } })]);
  let hasSaidFarewell = false;
  const memory = {
    get hasSaidFarewell() {
      return hasSaidFarewell;
    },
    noteFarewell: () => void (hasSaidFarewell = true),
  };
  const ended = Promise.withResolvers<void>();
  const ports = {
    ...{ powerMonitor, core, memory, say, language: () => Promise.resolve('en' as const) },
    app: { on: (name: string, listener: Parameters<EventEmitter['on']>[1]) => emitter.on(name, listener), quit },
    end: (code: number) => {
      happened.push(`end ${code}`);
      ended.resolve();
    },
  };
  const limits: (() => void)[] = [];
  const sessionEnds = quitInOrder(ports, { after: (_waitMs, work) => void limits.push(work) });
  const comeAgain = (event: string): void => void emitter.emit(event, preventable({}), []);
  const passTime = (): void => limits.splice(0).forEach((work) => work());
  return { happened, quit, powerMonitor, sessionEnds, comeAgain, passTime, ended: ended.promise };
}

test.each(['second-instance', 'open-url'])(
  'who wants the app again (%s) while it says farewell has it: the box goes, and nothing closes',
  async (event) => {
    const box = Promise.withResolvers<AbortSignal>();
    const shell = shellThatQuits((_sentence, signal) => {
      box.resolve(signal);
      return new Promise<never>(() => undefined);
    });
    shell.quit();
    const signal = await box.promise;
    shell.comeAgain(event);
    shell.passTime();
    await expect.poll(() => signal.aborted).toBe(true);
    expect(shell.happened).toEqual([]);
    shell.quit(); // the person has heard it
    await shell.ended;
    expect(shell.happened).toEqual(['windows closed', 'end 0']);
  },
);

test('a start that came before the person quit keeps nothing open', async () => {
  const shell = shellThatQuits(() => Promise.resolve(shell.happened.push('said')));
  shell.comeAgain('second-instance');
  shell.quit();
  await shell.ended;
  expect(shell.happened).toEqual(['said', 'windows closed', 'end 0']);
});

test('farewell is said while the windows are there, and only then do they close and the app ends', async () => {
  const shell = shellThatQuits(() => Promise.resolve(shell.happened.push('said')));
  shell.quit();
  await shell.ended;
  expect(shell.happened).toEqual(['said', 'windows closed', 'end 0']);
});

test('a second request to quit waits for no reader', async () => {
  const shell = shellThatQuits(() => new Promise<never>(() => undefined));
  shell.quit();
  shell.quit();
  await shell.ended;
  expect(shell.happened).toEqual(['windows closed', 'end 0']);
});

test('when Windows signs the person out the app ends in order and at once, and says nothing', () => {
  const shell = shellThatQuits(() => Promise.resolve(shell.happened.push('said')));
  shell.sessionEnds();
  shell.sessionEnds(); // each window hears of it
  expect(shell.happened).toEqual(['windows closed', 'end 0']);
});

test('when Linux or macOS shuts down the app asks it to wait, ends in order and at once, and says nothing', () => {
  const shell = shellThatQuits(() => Promise.resolve(shell.happened.push('said')));
  const event = preventable({});
  shell.powerMonitor.emit('shutdown', event);
  expect(event.defaultPrevented).toBe(true);
  expect(shell.happened).toEqual(['windows closed', 'end 0']);
});

test('a system that ends while farewell is read waits for no reader', async () => {
  const shell = shellThatQuits(() => {
    shell.powerMonitor.emit('shutdown', preventable({}));
    return new Promise<never>(() => undefined);
  });
  shell.quit();
  await shell.ended;
  expect(shell.happened).toEqual(['windows closed', 'end 0']);
});

/** Says a sentence on a screen, and tells how it came there. */
async function said(platform: NodeJS.Platform, windows: 'window' | 'no window'): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  const window = {
    ...{ isMinimized: () => true, restore: () => seen.push('restore'), show: () => undefined },
    focus: () => seen.push('focus'),
  };
  const say = sayOnScreen({
    platform,
    front: () => (windows === 'window' ? window : null),
    showBox: (parent, { message, signal }) => {
      seen.push([parent === null ? 'box' : 'box on the window', message, signal.aborted]);
      return Promise.resolve();
    },
    notify: ({ body }) => void seen.push(['notification', body]),
  });
  await say('Goodbye', new AbortController().signal);
  return seen;
}

test('farewell is a box on the window in front', async () => {
  const onWindow = ['restore', 'focus', ['box on the window', 'Goodbye', false]];
  expect(await said('darwin', 'window')).toEqual(onWindow);
  expect(await said('win32', 'window')).toEqual(onWindow);
});

test('without a window it is a box of its own, and on macOS a notification: a box would stop the process there', async () => {
  expect(await said('win32', 'no window')).toEqual([['box', 'Goodbye', false]]);
  expect(await said('linux', 'no window')).toEqual([['box', 'Goodbye', false]]);
  expect(await said('darwin', 'no window')).toEqual([['notification', 'Goodbye']]);
});
