import { expect, test } from 'vitest';
import { sayFarewell, systemEnd } from '../../electron/shell/farewell.ts';
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
  return { said, quit };
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
