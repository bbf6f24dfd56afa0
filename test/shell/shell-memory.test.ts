import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ShellMemory } from '../../electron/shell/shell-memory.ts';
import { temporaryDirectory } from '../support/database.ts';

const place = { x: 1, y: 2, width: 800, height: 600, isMaximized: false };
const failing = (error: unknown): never => {
  throw error;
};

test('what the shell remembers is there at the next start, in a file of its owner alone', async () => {
  const path = join(temporaryDirectory(), 'shell.json');
  const memory = await ShellMemory.open(path, failing);
  memory.keepPlace('a', place);
  memory.noteFarewell();
  await memory.settled();
  const again = await ShellMemory.open(path, failing);
  expect([again.placeOn('a'), again.placeOn('b'), again.hasSaidFarewell]).toEqual([place, null, true]);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('the latest arrangements of displays are kept', async () => {
  const path = join(temporaryDirectory(), 'shell.json');
  const memory = await ShellMemory.open(path, failing);
  for (let at = 0; at < 30; at++) memory.keepPlace(`arrangement ${at}`, place);
  memory.keepPlace('arrangement 12', { ...place, x: 5 });
  await memory.settled();
  expect([memory.placeOn('arrangement 9'), memory.placeOn('arrangement 12')?.x]).toEqual([null, 5]);
  expect(Object.keys((JSON.parse(readFileSync(path, 'utf8')) as { places: object }).places)).toHaveLength(20);
});

test.each(['', 'not JSON', '[]', '{"places":{"a":{"x":"1e9"}},"hasSaidFarewell":"yes"}', '{"places":null}'])(
  'a file that cannot be read is an empty memory: %s',
  async (text) => {
    const path = join(temporaryDirectory(), 'shell.json');
    writeFileSync(path, text);
    const memory = await ShellMemory.open(path, failing);
    expect([memory.placeOn('a'), memory.hasSaidFarewell]).toEqual([null, false]);
  },
);

test('a disk that refuses is reported, and costs no more than the place of a window', async () => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, '');
  const reported: unknown[] = [];
  const memory = await ShellMemory.open(join(path, 'shell.json'), (error) => reported.push(error));
  memory.keepPlace('a', place);
  await memory.settled();
  expect(memory.placeOn('a')).toEqual(place);
  expect(reported.length).toBeGreaterThan(0);
});
