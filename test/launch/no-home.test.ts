import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { parseOptions } from '../../electron/launch/options.mjs';
import { temporaryDirectory } from '../support/database.ts';

const homeless = { platform: 'linux', env: {}, home: null } as const;

test('an account without a home is asked for a folder, and needs none where it names one or asks for help', () => {
  expect(parseOptions([], 'refuse', homeless)).toEqual({
    ok: false,
    problem: 'This account has no home: name a folder with --profile=DIR. Try --help.',
  });
  expect(parseOptions(['--profile=/data'], 'refuse', homeless)).toMatchObject({ ok: true });
  expect(parseOptions([], 'refuse', { ...homeless, env: { XDG_DATA_HOME: '/data' } })).toMatchObject({ ok: true });
  expect(parseOptions([], 'refuse', { ...homeless, platform: 'win32', env: { LOCALAPPDATA: 'C:\\data' } }).ok).toBe(
    true,
  );
  for (const word of ['--help', '--version']) expect(parseOptions([word], 'refuse', homeless).ok).toBe(true);
});

/** What a program says that is started in a folder, and whose account has no name and no home in its environment. */
const said = (code: string, env: Readonly<Record<string, string>>, directory: string): string => {
  const { HOME: _, XDG_DATA_HOME: __, ...others } = process.env;
  const words = ['--input-type=module', '--eval', code];
  const { stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: directory,
    env: { ...others, ...env },
    encoding: 'utf8',
  });
  return stdout + stderr;
};
const sourceOf = (path: string): string => JSON.stringify(new URL(`../../${path}`, import.meta.url).href);

// Windows has another variable for it.
test.skipIf(process.platform === 'win32')(
  'an empty HOME puts the profile into no folder that the app happens to be started from',
  () => {
    const directory = temporaryDirectory();
    const code = `
      const { parseOptions } = await import(${sourceOf('electron/launch/options.mjs')});
      const { downloadsDirectory } = await import(${sourceOf('electron/hosting/start.ts')});
      console.log(parseOptions([]).options.profileDirectory, downloadsDirectory('/profile'));
    `;
    const places = said(code, { HOME: '' }, directory).trim().split(' ');
    for (const place of places) expect(place.startsWith(userInfo().homedir)).toBe(true);
    expect(places).toHaveLength(2);
  },
);
