import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePrivateDirectory } from '../../electron/hosting/private-files.ts';
import { mayRun, refuseStart, takeLeftLock, takePlace } from '../../electron/shell/single-instance.ts';
import { temporaryDirectory } from '../support/database.ts';
import { mayLink } from '../support/symbolic-links.ts';

const granted = { requestSingleInstanceLock: () => true };
const refused = { requestSingleInstanceLock: () => false };

/** A profile whose lock of Chromium leads to this; null for one without. */
function profileLockedBy(target: string | null): string {
  const profile = temporaryDirectory();
  mkdirSync(join(profile, 'electron'));
  if (target !== null) symlinkSync(target, join(profile, 'electron', 'SingletonLock'));
  return profile;
}

test('who got the lock runs, whatever is left in the folder', () => {
  expect(mayRun(granted, profileLockedBy(null))).toBe(true);
});

test.runIf(mayLink)('a start beside a running app leaves the profile to it', () => {
  expect(mayRun(refused, profileLockedBy(`${hostname()}-${process.ppid}`))).toBe(false);
});

test.runIf(mayLink).each([
  ['of this computer under a name that it had before', 'before-the-rename-4711'],
  ['of a process that is gone', `${hostname()}-999999999`],
  ['that names nobody', 'damaged'],
  ['of this very start, which found no place for a socket,', `${hostname()}-${process.pid}`],
])('a lock %s keeps nobody from starting', (_name, target) => {
  expect(mayRun(refused, profileLockedBy(target))).toBe(true);
});

test('a disk that has no links has no lock: the start goes on to the lock of the core', () => {
  const linux = { platform: 'linux', hostname: () => 'here', isAlive: () => true } as const;
  const profile = profileLockedBy(null);
  expect(mayRun(refused, profile, linux)).toBe(true);
  writeFileSync(join(profile, 'electron', 'SingletonLock'), 'here-4711');
  expect(mayRun(refused, profile, linux)).toBe(true);
  expect(mayRun(refused, profile, { ...linux, platform: 'win32' })).toBe(false);
});

test('a process of another account is one that runs', () => {
  const shared = {
    platform: 'darwin',
    hostname: () => 'a-name-with-1-dash',
    isAlive: (pid: number) => pid === 4711,
  } as const;
  const refusedBy = (target: string): boolean => mayRun(refused, profileLockedBy(target), shared);
  expect([refusedBy('a-name-with-1-dash-4711'), refusedBy('a-name-with-1-dash-4712')]).toEqual([false, true]);
});

test.runIf(mayLink)('a lock that is left gives way to the one who has the lock of the core', () => {
  const profile = profileLockedBy('before-the-rename-4711');
  const isLeft = (): boolean => readdirSync(join(profile, 'electron')).includes('SingletonLock');
  const asked: boolean[] = [];
  const refuse = (error: unknown): never => expect.fail(String(error));
  const app = (hasLock: boolean) => ({
    hasSingleInstanceLock: () => hasLock,
    requestSingleInstanceLock: () => Boolean(asked.push(isLeft())),
  });
  takeLeftLock(app(true), profile, refuse);
  expect([isLeft(), asked]).toEqual([true, []]);
  takeLeftLock(app(false), profile, refuse);
  expect(asked).toEqual([false]);
});

test('Chromium has its place in the profile, or the reason why there is none', () => {
  const profile = temporaryDirectory();
  const paths: unknown[] = [];
  const app = { setPath: (name: string, path: string) => void paths.push([name, path]) };
  expect(takePlace(app, profile)).toBe(null);
  expect(paths).toEqual([
    ['userData', join(profile, 'electron')],
    ['crashDumps', join(profile, 'crashes')],
  ]);
  const file = join(profile, 'a-file');
  writeFileSync(file, '');
  expect(takePlace(app, file)).toMatchObject({ kind: 'notWritable', path: file });
});

test.each(['EROFS', 'EACCES', 'EPERM'])(
  'a folder that is there and refuses with %s is told before a lock is asked for',
  (code) => {
    const refuse = (): never => {
      throw Object.assign(new Error(`${code}: refused`), { code });
    };
    const profile = profileLockedBy(null);
    const failure = makePrivateDirectory(join(profile, 'electron'), profile, refuse);
    expect(failure).toEqual({ kind: 'notWritable', path: profile, detail: `${code}: refused` });
  },
);

test('a full disk is no folder that refuses: who has one still gets to see the edits', () => {
  const refuse = (): never => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  };
  const profile = profileLockedBy(null);
  expect(makePrivateDirectory(join(profile, 'electron'), profile, refuse)).toBe(null);
});

test('trying out leaves nothing in the folder', () => {
  const profile = profileLockedBy(null);
  expect(makePrivateDirectory(join(profile, 'electron'), profile)).toBe(null);
  expect(readdirSync(join(profile, 'electron'))).toEqual([]);
});

describe('a start that finds no place in the profile', () => {
  /** What happens, in its order. */
  async function refused(platform: NodeJS.Platform, makeDirectory = temporaryDirectory) {
    const events: string[] = [];
    const directories: string[] = [];
    const app = {
      setPath: (name: string, path: string) => {
        events.push(`has ${name}`);
        directories.push(path);
      },
      whenReady: async () => void events.push('is ready'),
      exit: (code?: number) => void events.push(`exits with ${code}`),
    };
    await refuseStart(app, {
      ...{ platform, makeDirectory },
      complain: () => void events.push('complains'),
      show: () => void events.push(`shows with ${directories.filter((path) => existsSync(path)).length} folders`),
    });
    return { events, left: directories.filter((path) => existsSync(path)) };
  }

  test('says so on the screen, for which Electron on Linux has to be ready, in a folder that is gone afterwards', async () => {
    expect(await refused('linux')).toEqual({
      events: ['complains', 'has userData', 'is ready', 'shows with 1 folders', 'exits with 1'],
      left: [],
    });
    expect((await refused('win32')).events).toEqual(['complains', 'shows with 0 folders', 'exits with 1']);
  });

  test('ends with its complaint alone where no other folder can be made either', async () => {
    const full = (): never => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    expect((await refused('linux', full)).events).toEqual(['complains', 'exits with 1']);
  });
});
