import { expect, test } from 'vitest';
import { noWork } from '../../electron/hosting/open-work.ts';
import { AppTray, type TrayChoice, type TrayItem } from '../../electron/shell/tray.ts';

/** A system whose tray says what is in it, and a person who may change their mind. */
function aSystem(first: TrayChoice = { isWanted: true, language: 'en' }) {
  const said: string[] = [];
  const done: string[] = [];
  const state = { choice: Promise.resolve(first), items: [] as readonly TrayItem[], click: () => {} };
  const tray = new AppTray({
    make: () => {
      said.push('made');
      return {
        setText: (text, waiting) => said.push(`${text} [${waiting}]`),
        setItems: (items) => (state.items = items),
        onClick: (clicked) => (state.click = clicked),
        destroy: () => said.push('gone'),
      };
    },
    choice: () => state.choice,
    show: () => done.push('shown'),
    quit: () => done.push('quit'),
  });
  return { tray, said, done, state };
}

test('an icon says how many files wait and need the person, and only when that changes', async () => {
  const { tray, said, state } = aSystem();
  await tray.follow();
  tray.tell({ ...noWork, waiting: 9, needsPerson: 1 });
  tray.tell({ ...noWork, waiting: 9, needsPerson: 1, progress: 0.5 });
  tray.tell(noWork);
  expect(said).toEqual([
    'made',
    'Pinfold: no change is waiting [0]',
    'Pinfold: 9 files are waiting, 1 file needs you [9]',
    'Pinfold: no change is waiting [0]',
  ]);
  expect(state.items.map(({ label }) => label)).toEqual(['Open Pinfold', 'no change is waiting', 'Quit Pinfold']);
});

test('an icon says that a file needs the person, also where as many wait as before', async () => {
  const { tray, said } = aSystem();
  await tray.follow();
  tray.tell({ ...noWork, waiting: 9 });
  tray.tell({ ...noWork, waiting: 9, needsPerson: 1 });
  expect(said.at(-1)).toBe('Pinfold: 9 files are waiting, 1 file needs you [9]');
});

test('its menu and a click lead back to the app, or end it, and what only says something does nothing', async () => {
  const { tray, done, state } = aSystem();
  await tray.follow();
  state.click();
  for (const { click } of state.items) click?.();
  expect(done).toEqual(['shown', 'shown', 'quit']);
  expect(state.items.map(({ click }) => click === null)).toEqual([false, true, false]);
});

test('a person who wants no icon has none, and the app ends with its last window', async () => {
  const { tray, said } = aSystem({ isWanted: false, language: 'en' });
  await tray.follow();
  tray.tell({ ...noWork, waiting: 9 });
  expect(said).toEqual([]);
  expect(tray.isShown).toBe(false);
});

test('an icon comes and goes with the choice, speaks its language, and holds what was told before', async () => {
  const { tray, said, state } = aSystem({ isWanted: false, language: 'en' });
  await tray.follow();
  tray.tell({ ...noWork, waiting: 2_400 });
  state.choice = Promise.resolve({ isWanted: true, language: 'de' });
  await tray.follow();
  await tray.follow();
  expect(tray.isShown).toBe(true);
  state.choice = Promise.resolve({ isWanted: false, language: 'de' });
  await tray.follow();
  expect(tray.isShown).toBe(false);
  expect(said).toEqual([
    'made',
    'Pinfold: 2.400 Dateien warten [2400]',
    'Pinfold: 2.400 Dateien warten [2400]',
    'gone',
  ]);
});

test('the last of two choices counts, whichever answer comes first', async () => {
  const { tray, state } = aSystem();
  let answer = (_choice: TrayChoice): void => {};
  state.choice = new Promise((resolve) => (answer = resolve));
  const slow = tray.follow();
  state.choice = Promise.resolve({ isWanted: false, language: 'en' });
  await tray.follow();
  answer({ isWanted: true, language: 'en' });
  await slow;
  expect(tray.isShown).toBe(false);
});
