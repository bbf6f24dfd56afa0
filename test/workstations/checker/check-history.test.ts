import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkHistory } from './check-history.ts';
import { asked, decided, ended, historyOf, kindsIn, read, saved, wellMade, write } from './events.ts';

const [ann, ben] = ['ann', 'ben'];

test('a history in which everything went well has no fault', () => {
  const told = [ended(ann, 'a1', 'applied'), ended(ben, 'b1', 'applied')];
  const events = [...wellMade(ann, 'old', 'a1'), ...wellMade(ben, 'a1', 'b1'), ...told];
  expect(checkHistory(historyOf(events, 'b1'))).toMatchObject({ faults: [], raced: 0, edits: 2, writes: 2 });
});

test('a mirror that shows something else than the service at the end is found', () => {
  expect(kindsIn([...wellMade(ben, 'old', 'b1'), ended(ben, 'b1', 'applied')], 'b1', 'old')).toEqual(['diverged']);
});

test('a saved edit that nobody knows of at the end is found', () => {
  expect(kindsIn([asked(ann, 'old', 'a1'), saved(ann, 'a1')], 'old')).toEqual(['lost']);
});

test('an edit that is called applied, already there or discarded when it is not is found', () => {
  const begun = [asked(ann, 'old', 'a1'), saved(ann, 'a1')];
  for (const outcome of ['applied', 'alreadyThere', 'discarded'] as const)
    expect([outcome, kindsIn([...begun, ended(ann, 'a1', outcome)], 'old')]).toEqual([outcome, ['lost']]);
});

test('an edit that still waits at the end is found', () => {
  expect(kindsIn([asked(ann, 'old', 'a1'), saved(ann, 'a1'), ended(ann, 'a1', 'unfinished')], 'old')).toEqual([
    'unfinished',
  ]);
});

test('a value that takes effect twice is found, and one that was decided for is not', () => {
  const begun = [...wellMade(ann, 'old', 'a1'), ended(ann, 'a1', 'applied'), ...wellMade(ben, 'a1', 'b1')];
  const again = [read(ann, 'b1'), write(ann, 'b1', 'a1')];
  const told = ended(ben, 'b1', 'applied');
  expect(kindsIn([...begun, ...again, told], 'a1')).toEqual(['doubled', 'overwritten']);
  expect(kindsIn([...begun, decided(ann, 'b1', 'a1'), ...again, told], 'a1')).toEqual([]);
});

test('the same body sent again over itself is no second effect', () => {
  const events = [...wellMade(ann, 'old', 'a1'), write(ann, 'a1', 'a1'), ended(ann, 'a1', 'applied')];
  expect(kindsIn(events, 'a1')).toEqual([]);
});

test('a value of somebody else that is overwritten unseen is found', () => {
  const begun = [asked(ann, 'old', 'a1'), saved(ann, 'a1'), ...wellMade(ben, 'old', 'b1'), ended(ben, 'b1', 'applied')];
  const unread = [...begun, write(ann, 'b1', 'a1'), ended(ann, 'a1', 'applied')];
  expect(kindsIn(unread, 'a1')).toEqual(['overwritten']);
  const readAndWritten = [...begun, read(ann, 'b1'), write(ann, 'b1', 'a1'), ended(ann, 'a1', 'applied')];
  expect(kindsIn(readAndWritten, 'a1')).toEqual(['overwritten']);
});

test('a value that came between a read and its update is counted, for no client can see it', () => {
  const events = [
    ...[asked(ann, 'old', 'a1'), saved(ann, 'a1'), read(ann, 'old'), ...wellMade(ben, 'old', 'b1')],
    ...[write(ann, 'b1', 'a1'), ended(ann, 'a1', 'applied'), ended(ben, 'b1', 'applied')],
  ];
  expect(checkHistory(historyOf(events, 'a1'))).toMatchObject({ faults: [], raced: 1 });
});

test('a value that nobody typed is found', () => {
  expect(kindsIn([read(ann, 'old'), write(ann, 'old', 'made up')], 'made up')).toEqual(['unasked']);
});

test('a write that the history does not know of is found', () => {
  expect(kindsIn([], 'from nowhere')).toEqual(['unexplained']);
  const events = [...wellMade(ann, 'between', 'a1'), ended(ann, 'a1', 'applied')];
  expect(kindsIn(events, 'a1')).toEqual(['unexplained']);
});

test('the checker knows nothing of the app', () => {
  const files = globSync(join(import.meta.dirname, '*.ts')).filter((path) => !path.endsWith('.test.ts'));
  const imported = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/ from '([^']+)'/g)].map(([, name]) => name),
  );
  expect(imported.length).toBeGreaterThan(1);
  expect(imported.filter((name) => !/^\.\/[\w-]+\.ts$/.test(name ?? ''))).toEqual([]);
});
