import { expect, test } from 'vitest';
import { noOutcomes } from '../../src/domain/edits/replay.ts';
import { openWorkOf } from '../../electron/hosting/open-work.ts';
import { sayFarewell } from '../../electron/shell/farewell.ts';
import { showOnIcon } from '../../electron/shell/taskbar.ts';
import type { Core } from '../../electron/host.ts';

const counts = { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 };
type Status = Parameters<typeof openWorkOf>[0][number];
const status = (over: Partial<Status> = {}): Status => ({ work: 'none', counts, replay: { current: null }, ...over });
const running = (done: number, waiting: number): Status['replay'] => ({
  current: {
    ...{ startedAtMs: 1, endedAtMs: null, activeMs: 1, sets: {}, reasons: 0 },
    ...{ waiting, counts: { ...noOutcomes, onServer: done } },
  },
});

/** A core with these statuses, which answers when it is told to. */
function coreWith(statuses: () => readonly Status[]) {
  const listeners = new Set<Parameters<Core['listen']>[0]>();
  let asked = 0;
  const core = {
    ask: () => {
      asked += 1;
      return Promise.resolve({ ok: true, value: statuses().map((one) => ({ connection: {}, status: one })) });
    },
    listen: (listener: Parameters<Core['listen']>[0]) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as unknown as Core;
  const announce = (name: string): void => listeners.forEach((listener) => listener({ name, payload: null }));
  return { core, announce, asked: () => asked };
}

test('open work is counted over all connections, and only a long replay that is under way has a bar', () => {
  expect(
    openWorkOf([
      status({ counts: { ...counts, waiting: 4, needsYou: 1 }, work: 'push', replay: running(30, 60) }),
      status({ counts: { ...counts, waiting: 5, refused: 2, gone: 3, held: 7, parked: 9 }, replay: running(9, 90) }),
      status({ work: 'push', replay: running(1, 3) }),
    ]),
  ).toEqual({ waiting: 9, needsPerson: 6, progress: 1 / 3 });
  expect(openWorkOf([])).toEqual({ waiting: 0, needsPerson: 0, progress: null });
});

function farewell(waiting: number, over: Partial<Parameters<typeof sayFarewell>[0]> = {}) {
  const said: string[] = [];
  let hasSaidFarewell = false;
  const memory = {
    get hasSaidFarewell() {
      return hasSaidFarewell;
    },
    noteFarewell: () => void (hasSaidFarewell = true),
  };
  const { core } = coreWith(() => [status({ counts: { ...counts, waiting } })]);
  const quit = (clock?: Parameters<typeof sayFarewell>[1]) =>
    sayFarewell(
      {
        ...{ core, memory, isShuttingDown: () => false, language: () => Promise.resolve('en' as const) },
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
  const ending = farewell(9, { isShuttingDown: () => true });
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

test('the icon shows what needs the person and how far a replay is, once a second at most, and asks nothing while idle', async () => {
  let now = status();
  const { core, announce, asked } = coreWith(() => [now]);
  const waiting: (() => void)[] = [];
  const shown: string[] = [];
  const stop = showOnIcon(
    core,
    { setBadge: (count) => shown.push(`badge ${count}`), setProgress: (share) => shown.push(`bar ${share}`) },
    { after: (_waitMs, work) => void waiting.push(work) },
  );
  const pass = async (): Promise<void> => {
    for (const work of waiting.splice(0)) work();
    await new Promise(setImmediate);
  };
  await pass();
  expect([shown, asked(), waiting.length]).toEqual([[], 1, 0]);

  now = status({ work: 'push', counts: { ...counts, needsYou: 2 }, replay: running(25, 75) });
  for (let at = 0; at < 50; at++) announce('changes.changed');
  announce('files.changed');
  expect(waiting).toHaveLength(1);
  await pass();
  expect([shown, asked()]).toEqual([['badge 2', 'bar 0.25'], 2]);

  now = status({ counts: { ...counts, needsYou: 2 } });
  announce('status.changed');
  await pass();
  expect(shown).toEqual(['badge 2', 'bar 0.25', 'bar -1']);
  announce('status.changed');
  stop();
  announce('status.changed');
  await pass();
  expect(shown).toHaveLength(3);
});
