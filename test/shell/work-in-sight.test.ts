import { expect, test } from 'vitest';
import { noWork, type OpenWork } from '../../electron/hosting/open-work.ts';
import { replayNotices } from '../../electron/shell/replay-notices.ts';
import { workOnIcon } from '../../electron/shell/work-in-sight.ts';

test('the icon changes with the work, and only then', () => {
  const shown: string[] = [];
  const onIcon = workOnIcon({
    setBadge: (count) => shown.push(`badge ${count}`),
    setProgress: (share) => shown.push(`bar ${share}`),
  });
  onIcon(noWork);
  onIcon({ ...noWork, needsPerson: 2, progress: 0.25 });
  onIcon({ ...noWork, needsPerson: 2, progress: 0.25, waiting: 9 });
  onIcon({ ...noWork, needsPerson: 2 });
  onIcon(noWork);
  expect(shown).toEqual(['badge 2', 'bar 0.25', 'bar -1', 'badge 0']);
});

const ended = (endedAtMs: number, needsPerson = 0): OpenWork => ({
  ...noWork,
  ended: [{ connectionId: 'a', connectionName: 'Studio', endedAtMs, sent: 1_350, needsPerson }],
});

function person(over: Partial<Parameters<typeof replayNotices>[0]> = {}) {
  const said: string[] = [];
  const hear = replayNotices({
    notify: ({ title, body }) => said.push(`${title}: ${body}`),
    isLookedAt: () => false,
    onLook: () => undefined,
    language: () => Promise.resolve('en'),
    ...over,
  });
  return { said, hear };
}

test('a replay that ends behind other windows is told once', async () => {
  const { said, hear } = person();
  await hear(ended(1));
  await hear(ended(1));
  await hear(ended(2));
  await hear(ended(2));
  await hear(ended(3, 64));
  expect(said).toEqual([
    'Studio: 1,350 files are on the server.',
    'Studio: 1,350 files are on the server, 64 need you.',
  ]);
});

test('nobody is told of what they saw, do not want to hear, or cannot be shown', async () => {
  let isLookedAt = true;
  const looking = person({ isLookedAt: () => isLookedAt });
  const silent = person({ language: () => Promise.resolve(null) });
  const without = person({ notify: null });
  for (const { hear } of [looking, silent, without]) {
    await hear(noWork);
    await hear(ended(2));
  }
  isLookedAt = false;
  await looking.hear(ended(2));
  expect([looking.said, silent.said, without.said]).toEqual([[], [], []]);
});

test('the notice is German where the person reads German', async () => {
  const { said, hear } = person({ language: () => Promise.resolve('de') });
  await hear(noWork);
  await hear(ended(2, 1));
  expect(said).toEqual(['Studio: 1.350 Dateien sind auf dem Server, 1 ist zu klären.']);
});

const needed = (needsPerson: number, progress: number | null = null): OpenWork => ({
  ...noWork,
  needsPerson,
  progress,
});

test('files that come to need the person are told once, until they have looked', async () => {
  let isLookedAt = false;
  const { said, hear } = person({ isLookedAt: () => isLookedAt });
  await hear(needed(1));
  await hear(needed(1));
  await hear(needed(3));
  await hear(needed(4));
  expect(said.splice(0)).toEqual(['Pinfold: 3 files need you.']);
  isLookedAt = true;
  await hear(needed(5));
  isLookedAt = false;
  await hear(needed(4));
  expect(said.splice(0)).toEqual([]);
  await hear(needed(5));
  expect(said).toEqual(['Pinfold: 5 files need you.']);
});

test('a look at the app counts, also where nothing happens meanwhile', async () => {
  let look = (): void => undefined;
  const { said, hear } = person({ onLook: (looked) => (look = looked) });
  await hear(noWork);
  await hear(needed(1));
  await hear(needed(2));
  expect(said.splice(0)).toEqual(['Pinfold: 1 file needs you.']);
  look();
  await hear(needed(2));
  expect(said).toEqual([]);
  await hear(needed(3));
  expect(said).toEqual(['Pinfold: 3 files need you.']);
});

test('what a replay finds is told with its end, and not before or again', async () => {
  const { said, hear } = person();
  await hear(noWork);
  await hear(needed(2, 0.5));
  await hear({ ...ended(2, 2), needsPerson: 2 });
  await hear({ ...ended(2, 2), needsPerson: 2 });
  await hear({ ...ended(2, 2), needsPerson: 3 });
  expect(said).toEqual(['Studio: 1,350 files are on the server, 2 need you.']);
});

test('what an interrupted replay found is told once it is interrupted, since no end of it tells it', async () => {
  const { said, hear } = person();
  await hear(noWork);
  await hear(needed(2, 0.5));
  expect(said).toEqual([]);
  await hear(needed(2));
  expect(said).toEqual(['Pinfold: 2 files need you.']);
});
