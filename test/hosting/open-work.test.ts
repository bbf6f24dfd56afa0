import { expect, test } from 'vitest';
import { noWork, openWorkIn, openWorkOf, type OpenWork, watchWork } from '../../electron/hosting/open-work.ts';
import { aReplay, type ConnectionWork, noCounts, workingCore, workOf } from '../support/open-work.ts';

const running = (done: number, waiting: number) => ({
  current: aReplay({ waiting }, { onServer: done }),
  ended: null,
});

test('open work is counted over all connections, and only a long replay that is under way has a share', () => {
  expect(
    openWorkOf([
      workOf({ counts: { ...noCounts, waiting: 4, needsYou: 1 }, work: 'push', replay: running(30, 60) }),
      workOf({ counts: { ...noCounts, waiting: 5, refused: 2, gone: 3, held: 7, parked: 9 }, replay: running(9, 90) }),
      workOf({ work: 'push', replay: running(1, 3) }),
    ]),
  ).toEqual({ waiting: 9, needsPerson: 6, progress: 1 / 3, ended: [] });
  expect(openWorkOf([])).toEqual(noWork);
});

test('an ended replay has its counts, and a name that no notification shows otherwise than it is', () => {
  const ended = aReplay(
    { endedAtMs: 7 },
    { onServer: 300, combined: 50, needsYou: 1, refused: 60, gone: 2, gaveWay: 9 },
  );
  const [told] = openWorkOf([workOf({ replay: { current: null, ended } }, `Acme\u202E${'x'.repeat(100)}`)]).ended;
  expect(told).toMatchObject({ endedAtMs: 7, sent: 350, needsPerson: 63 });
  expect(told?.connectionName).not.toContain('\u202E');
  expect(told?.connectionName.length).toBeLessThan(80);
});

test.each([undefined, null, { ok: false, failure: { kind: 'hostGone' } }, { ok: true, value: 'nonsense' }])(
  'a core without an answer has no open work: %s',
  async (answer) => {
    expect(await openWorkIn({ ask: () => Promise.resolve(answer) })).toEqual(noWork);
  },
);

test('a watch asks once a second at most, and never while nothing is announced', async () => {
  let now: ConnectionWork = workOf();
  const { core, announce, asked } = workingCore(() => [now]);
  const due: (() => void)[] = [];
  const told: OpenWork[] = [];
  const stop = watchWork(core, (work) => told.push(work), { after: (_waitMs, work) => void due.push(work) });
  const pass = async (): Promise<void> => {
    for (const work of due.splice(0)) work();
    await new Promise(setImmediate);
  };
  await pass();
  expect([asked(), told.length, due.length]).toEqual([1, 1, 0]);

  now = workOf({ work: 'push', counts: { ...noCounts, needsYou: 2 }, replay: running(25, 75) });
  for (let at = 0; at < 50; at++) announce('changes.changed');
  announce('files.changed');
  expect(due).toHaveLength(1);
  await pass();
  expect([asked(), told.at(-1)]).toMatchObject([2, { needsPerson: 2, progress: 0.25 }]);

  announce('status.changed');
  stop();
  announce('status.changed');
  await pass();
  expect(told).toHaveLength(2);
});
