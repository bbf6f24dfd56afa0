import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { helpText, optionWords, type ParsedOptions, parseOptions } from '../../electron/launch/options.mjs';
import { defaultProfileDirectory } from '../../electron/launch/places.mjs';

const linux = { platform: 'linux', env: { PINFOLD_TOKEN: 'a-token' }, home: '/home/ada' } as const;
const parse = (line: string): ParsedOptions => parseOptions(line.split(' ').filter(Boolean), 'refuse', linux);

test('nothing asked for is the practice-free start of the default profile on any free port', () => {
  expect(parse('')).toEqual({
    ok: true,
    options: {
      help: false,
      version: false,
      browser: false,
      practice: false,
      connect: null,
      profileDirectory: resolve('/home/ada/.local/share/pinfold'),
      port: 0,
      open: true,
      keepToken: false,
      development: false,
      exportPending: null,
    },
  });
});

test('an option that npm kept for itself is not lost without a word', () => {
  const started = { ...linux, env: { npm_lifecycle_event: 'start', npm_config_keep_token: 'true' } };
  expect(parseOptions([], 'refuse', started)).toEqual({
    ok: false,
    problem: "npm kept --keep-token for itself: write npm start '--' --keep-token. Try --help.",
  });
  expect(parseOptions(['--keep-token'], 'refuse', started)).toMatchObject({ ok: true });
  const elsewhere = { ...linux, env: { npm_config_profile: '/of/npm' } };
  expect(parseOptions([], 'refuse', elsewhere)).toMatchObject({ ok: true });
});

test('a path counts from the folder where the person typed it', () => {
  const typed = { ...linux, env: { INIT_CWD: '/home/ada/demo' } };
  expect(parseOptions(['--profile', 'one', '--export-pending', '../e.json'], 'refuse', typed)).toMatchObject({
    options: { profileDirectory: resolve('/home/ada/demo/one'), exportPending: resolve('/home/ada/e.json') },
  });
});

test('a tilde before a path is the home of the person, which no shell puts there behind the sign of an option', () => {
  const typed = { ...linux, env: { INIT_CWD: '/work' } };
  expect(parseOptions(['--profile=~/demo', '--export-pending=~'], 'refuse', typed)).toMatchObject({
    options: { profileDirectory: resolve('/home/ada/demo'), exportPending: resolve('/home/ada') },
  });
  expect(parseOptions(['--profile=~demo'], 'refuse', typed)).toMatchObject({
    options: { profileDirectory: resolve('/work/~demo') },
  });
});

test('every option is understood, and survives being written out again', () => {
  const line =
    '--version --browser --practice --connect https://files.example/v1 --name Archive --profile /p --port 8080 --no-open';
  const given = parse(`${line} --keep-token --development --export-pending /e.json`);
  expect(given).toEqual({
    ok: true,
    options: {
      help: false,
      version: true,
      browser: true,
      practice: true,
      connect: { baseUrl: 'https://files.example/v1', name: 'Archive' },
      profileDirectory: resolve('/p'),
      port: 8080,
      open: false,
      keepToken: true,
      development: true,
      exportPending: resolve('/e.json'),
    },
  });
  if (given.ok) expect(parseOptions(optionWords(given.options), 'refuse', linux)).toEqual(given);
});

test('no word of a start is one after which Electron on Windows takes no other', () => {
  const given = parse('--profile C:\\p --connect https://files.example:8443/v1 --export-pending C:\\e.json --no-open');
  if (!given.ok) throw new Error(given.problem);
  // A letter begins an address with a scheme, and two letters tell it from a drive (CVE-2018-1000006).
  expect(optionWords(given.options).filter((word) => /^[a-z][^\s:]+:/i.test(word))).toEqual([]);
  expect(parseOptions(optionWords(given.options), 'refuse', linux)).toEqual(given);
});

test('the help writes an address as part of its option', () => {
  expect(helpText()).toContain('--connect=URL');
});

test('a value may stand in the word of its option, or in the next', () => {
  const words = ['--connect=https://files.example/v1?a=b', '--name=Two words', '--port=8080'];
  expect(parseOptions(words, 'refuse', linux)).toEqual(
    parseOptions(
      ['--connect', 'https://files.example/v1?a=b', '--name', 'Two words', '--port', '8080'],
      'refuse',
      linux,
    ),
  );
});

test('a connection without a name is called by its host', () => {
  const given = parse('--connect https://files.example:8443/v1');
  expect(given).toMatchObject({ options: { connect: { name: 'files.example:8443' } } });
});

test.each([
  ['--frobnicate', 'There is no option --frobnicate. Try --help.'],
  ['-p', 'There is no option -p. Try --help.'],
  ['practice', '"practice" is not an option. Try --help.'],
  ['--port', '--port needs a value: N. Try --help.'],
  ['--port --browser', '--port needs a value: N. Try --help.'],
  ['--port 65536', '--port needs a number from 0 to 65535, not "65536". Try --help.'],
  ['--port 0x50', '--port needs a number from 0 to 65535, not "0x50". Try --help.'],
  ['--profile=', '--profile needs a value: DIR. Try --help.'],
  ['--practice=yes', '--practice takes no value. Try --help.'],
  ['--name Archive', '--name belongs to --connect. Try --help.'],
  [
    '--connect ftp://x',
    '--connect needs an address that begins with https:// (or http://), not "ftp://x". Try --help.',
  ],
])('%s is refused with a sentence', (line, problem) => {
  expect(parse(line)).toEqual({ ok: false, problem });
});

test('a connection without a token is refused before anything starts', () => {
  const given = parseOptions(['--connect', 'https://files.example'], 'refuse', { ...linux, env: {} });
  expect(given).toMatchObject({ ok: false, problem: expect.stringContaining('PINFOLD_TOKEN') });
});

test("Chromium's own switches are passed over in a window, ours are not", () => {
  const words = ['--inspect=0', '--force-device-scale-factor=2', '.', '--practice'];
  expect(parseOptions(words, 'ignore', linux)).toMatchObject({ ok: true, options: { practice: true } });
  expect(parseOptions(['--port', 'x'], 'ignore', linux)).toMatchObject({ ok: false });
});

test('the help names every option', () => {
  const names = [
    'browser',
    'practice',
    'connect',
    'name',
    'profile',
    'port',
    'no-open',
    'keep-token',
    'development',
    'help',
  ];
  expect(names.filter((name) => !helpText().includes(`--${name}`))).toEqual([]);
});

test('the default profile lies where the platform keeps what belongs to a person', () => {
  const at = (platform: NodeJS.Platform, env: Record<string, string> = {}): string | null =>
    defaultProfileDirectory({ platform, env, home: '/home/ada' });
  expect(at('linux')).toBe(join('/home/ada', '.local', 'share', 'pinfold'));
  expect(at('linux', { XDG_DATA_HOME: '/data' })).toBe(join('/data', 'pinfold'));
  expect(at('linux', { XDG_DATA_HOME: 'relative' })).toBe(join('/home/ada', '.local', 'share', 'pinfold'));
  expect(at('darwin')).toBe(join('/home/ada', 'Library', 'Application Support', 'Pinfold'));
  expect(at('win32', { LOCALAPPDATA: '/local' })).toBe(join('/local', 'Pinfold'));
});
