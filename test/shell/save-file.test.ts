import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IpcMain, IpcMainInvokeEvent, SaveDialogOptions } from 'electron';
import { expect, test } from 'vitest';
import { OpenWrites } from '../../electron/hosting/open-writes.ts';
import { openFileSaver, safeFileName } from '../../electron/shell/save-file.ts';
import { isOwnersOnly } from '../hosting/owner-only.ts';
import { temporaryDirectory } from '../support/database.ts';

type Handler = Parameters<IpcMain['handle']>[1];

/** A shell whose person chooses the path that the test says. */
function shell({
  isTrusted = true,
  hold = Promise.resolve(),
  language = 'en',
  writes = new OpenWrites(),
  longest,
}: {
  readonly isTrusted?: boolean;
  readonly hold?: Promise<void>;
  readonly language?: 'en' | 'de';
  readonly writes?: OpenWrites;
  readonly longest?: number;
} = {}) {
  const directory = temporaryDirectory();
  const offered: SaveDialogOptions[] = [];
  const told: string[] = [];
  const chosen: { path: string | null } = { path: join(directory, 'keys.csv') };
  let handler: Handler = () => undefined;
  const ports = {
    writes,
    downloadsDirectory: directory,
    language: () => Promise.resolve(language),
    tell: (message: string) => void told.push(message),
    choosePath: async (options: SaveDialogOptions) => {
      offered.push(options);
      await hold;
      return chosen.path;
    },
  };
  openFileSaver({ handle: (_name, given) => void (handler = given) }, ports, () => isTrusted, longest);
  const save = async (...words: unknown[]): Promise<unknown> => handler({} as IpcMainInvokeEvent, ...words);
  return { directory, offered, told, chosen, save, writes };
}

test('a text is saved whole where the person says, for the person only', async () => {
  const { directory, offered, save } = shell();
  writeFileSync(join(directory, 'keys.csv'), 'older');
  await save('pinfold-keys.csv', '\uFEFFid,name\r\n1,Café\r\n');
  expect(readFileSync(join(directory, 'keys.csv'), 'utf8')).toBe('\uFEFFid,name\r\n1,Café\r\n');
  expect([readdirSync(directory), isOwnersOnly(join(directory, 'keys.csv'))]).toEqual([['keys.csv'], true]);
  expect(offered).toEqual([
    {
      defaultPath: join(directory, 'pinfold-keys.csv'),
      title: 'Save file',
      buttonLabel: 'Save',
      filters: [{ name: 'CSV file', extensions: ['csv'] }],
      properties: ['showOverwriteConfirmation'],
    },
  ]);
});

test('who quits while a file is written has it: the app waits for the disk, and not for a box that is open', async () => {
  const { promise: hold, resolve } = Promise.withResolvers<void>();
  const { directory, save, writes } = shell({ hold });
  const saved = save('keys.csv', 'x'.repeat(30_000_000));
  await writes.settled();
  expect(readdirSync(directory)).toEqual([]);
  resolve();
  await expect.poll(() => readdirSync(directory)).toHaveLength(1);
  await writes.settled();
  expect(readdirSync(directory)).toEqual(['keys.csv']);
  await saved;
});

test('a person who cancels gets no file', async () => {
  const { directory, chosen, save, told } = shell();
  chosen.path = null;
  await save('keys.csv', 'text');
  expect([readdirSync(directory), told]).toEqual([[], []]);
});

test('a disk that refuses is told to the person, and leaves nothing half done', async () => {
  const { directory, chosen, save, told } = shell();
  chosen.path = join(directory, 'folder');
  mkdirSync(chosen.path);
  writeFileSync(join(chosen.path, 'kept'), '');
  await save('keys.csv', 'text');
  expect(told).toEqual([expect.stringMatching(/^The file was not saved\. E/)]);
  expect(readdirSync(directory)).toEqual(['folder']);
});

test('the box and its complaint are in the language that the page speaks', async () => {
  const { chosen, offered, save, told } = shell({ language: 'de' });
  await save('keys.csv', 'text');
  expect(offered[0]).toMatchObject({
    ...{ title: 'Datei sichern', buttonLabel: 'Sichern' },
    filters: [{ name: 'CSV-Datei', extensions: ['csv'] }],
  });
  mkdirSync(join(chosen.path!, '..', 'folder', 'kept'), { recursive: true });
  chosen.path = join(chosen.path!, '..', 'folder');
  await save('keys.csv', 'text');
  expect(told).toEqual([expect.stringMatching(/^Die Datei wurde nicht gesichert\. E/)]);
});

test('only the page of this app saves, and only a text under a name', async () => {
  const stranger = shell({ isTrusted: false });
  await expect(stranger.save('keys.csv', 'text')).rejects.toThrow('for the page of this app only');
  const { save, offered } = shell();
  await expect(save({ toString: () => 'keys.csv' }, 'text')).rejects.toThrow('a name and a text');
  await expect(save('keys.csv', Buffer.from('text'))).rejects.toThrow('a name and a text');
  expect([stranger.offered, offered]).toEqual([[], []]);
});

test('a text that is too long for a file is told to the person, who waits for it', async () => {
  const { directory, save, told } = shell({ longest: 10 });
  await save('edits.json', 'x'.repeat(11));
  expect([told, readdirSync(directory)]).toEqual([['The file was not saved. It is too long.'], []]);
  await save('edits.json', 'x'.repeat(10));
  expect(readdirSync(directory)).toHaveLength(1);
});

test('one dialog is open at a time', async () => {
  const { promise: hold, resolve } = Promise.withResolvers<void>();
  const { save, offered } = shell({ hold });
  const first = save('a.csv', 'a');
  await save('b.csv', 'b');
  resolve();
  await first;
  await save('c.csv', 'c');
  expect(offered.map(({ defaultPath }) => defaultPath?.slice(-5))).toEqual(['a.csv', 'c.csv']);
});

test('who saves another file while a slow disk still takes the first is asked where it goes', async () => {
  const { promise: hold, resolve } = Promise.withResolvers<void>();
  const during = <T>(write: Promise<T>): Promise<T> => hold.then(() => write);
  const { save, offered } = shell({ writes: Object.assign(new OpenWrites(), { during }) });
  const first = save('a.csv', 'a');
  await expect.poll(() => offered).toHaveLength(1);
  const second = save('b.csv', 'b');
  await Promise.race([second, expect.poll(() => offered).toHaveLength(2)]);
  resolve();
  await Promise.all([first, second]);
  expect(offered.map(({ defaultPath }) => defaultPath?.slice(-5))).toEqual(['a.csv', 'b.csv']);
});

test('of two texts that are saved under one name, the later one stays, also when it is shorter', async () => {
  const { directory, save } = shell();
  await Promise.all([save('keys.csv', 'x'.repeat(30_000_000)), nextTurn().then(() => save('keys.csv', 'later'))]);
  expect(readFileSync(join(directory, 'keys.csv'), 'utf8')).toBe('later');
});

test('a third text under that name waits for the second, although the first is written by then', async () => {
  const { directory, save } = shell();
  const first = save('keys.csv', 'first');
  await nextTurn();
  const second = save('keys.csv', 'x'.repeat(10_000_000));
  await first;
  await Promise.all([second, save('keys.csv', 'third')]);
  expect(readFileSync(join(directory, 'keys.csv'), 'utf8')).toBe('third');
});

test('a text is saved also where the disk refused the one before it under that name', async () => {
  let path = '';
  const during = <T>(write: Promise<T>): Promise<T> =>
    write.catch((error: unknown) => {
      rmSync(path, { recursive: true });
      throw error;
    });
  const { directory, save, told } = shell({ writes: Object.assign(new OpenWrites(), { during }) });
  path = join(directory, 'keys.csv');
  mkdirSync(join(path, 'kept'), { recursive: true });
  await Promise.all([save('keys.csv', 'x'.repeat(10_000_000)), nextTurn().then(() => save('keys.csv', 'later'))]);
  expect([told.length, readFileSync(path, 'utf8')]).toEqual([1, 'later']);
});

test.each([
  ['pinfold-keys.csv', 'pinfold-keys.csv'],
  ['../../.bashrc', 'bashrc'],
  ['C:\\Windows\\system32.dll', 'C-Windows-system32.dll'],
  ['\u202egnp.exe\0', 'gnp.exe'],
  ['con.csv', 'pinfold-con.csv'],
  ['…', 'pinfold-'],
  [`${'é'.repeat(300)}.json`, `${'é'.repeat(95)}.json`],
])('the name %j is suggested as %j', (suggested, name) => {
  expect(safeFileName(suggested)).toBe(name);
});
