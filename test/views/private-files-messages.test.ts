import { expect, test } from 'vitest';
import { hasPrivateFiles } from '../../electron/database/sqlite/private-files.ts';
import { helpText } from '../../electron/launch/options.mjs';
import * as english from '../../src/views/settings/settings-messages.ts';
import {
  connectionMessages as inGerman,
  diagnosticsMessages as diagnosticsInGerman,
} from '../../src/views/settings/settings-messages.de.ts';

const promise = /only you can read|nur das eigene Benutzerkonto lesen/;

test.each([
  ['linux', true],
  ['darwin', true],
  ['win32', false],
] as const)('on %s the mode of a file keeps others out: %s', (platform, does) => {
  expect(hasPrivateFiles(platform)).toBe(does);
});

test('a file is said to be the person’s alone only where its mode keeps others out', () => {
  const kept = [english.connectionMessages.tokenKept, inGerman.tokenKept];
  const logged = [english.diagnosticsMessages.logAbout, diagnosticsInGerman.logAbout];
  const closed = [...kept.map(({ file }) => file), ...logged.map(({ whereClosed }) => whereClosed)];
  const open = [...kept.map(({ openFile }) => openFile), ...logged.map(({ whereOpen }) => whereOpen)];
  expect(closed.filter((sentence) => !promise.test(sentence))).toEqual([]);
  expect(open.filter((sentence) => promise.test(sentence))).toEqual([]);
  expect(english.tokenKeptIn({ tokenKeeping: 'file', hasPrivateFiles: false })).toBe(kept[0]?.openFile);
  expect(english.tokenKeptIn({ tokenKeeping: 'file', hasPrivateFiles: true })).toBe(kept[0]?.file);
});

test('the help of the option that keeps a token in a file says whom Windows lets read it', () => {
  expect(helpText()).toMatch(/--keep-token .*only you can read; on Windows, whoever may read the profile/);
});
