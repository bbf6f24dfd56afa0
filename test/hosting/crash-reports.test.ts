import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { crashDirectory, crashReports, removeCrashReports } from '../../electron/hosting/crash-reports.ts';
import { temporaryDirectory } from '../support/database.ts';
import { mayLink } from '../support/symbolic-links.ts';

/** A profile with crash reports where the two kinds of system put them. */
function profileWith(count: number) {
  const profile = temporaryDirectory();
  for (let number = 1; number <= count; number++) {
    const path = join(crashDirectory(profile), number % 2 === 0 ? 'completed' : 'reports', `${number}.dmp`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x'.repeat(number));
    utimesSync(path, number, number);
  }
  return { profile, names: () => crashReports(profile).map(({ name }) => name.replace(/^.*[\\/]/, '')) };
}

test('a profile without a crash has no report', () => {
  expect(crashReports(temporaryDirectory())).toEqual([]);
});

test('reports are listed newest first, each with its time and its size, and nothing else is', () => {
  const { profile, names } = profileWith(3);
  writeFileSync(join(crashDirectory(profile), 'settings.dat'), '');
  mkdirSync(join(crashDirectory(profile), 'folder.dmp'));
  expect(names()).toEqual(['3.dmp', '2.dmp', '1.dmp']);
  expect(crashReports(profile)[0]).toMatchObject({ atMs: 3_000, sizeBytes: 3 });
});

test.skipIf(!mayLink)(
  'the newest ten stay at a start, and none when a person removes them; what a link leads to is not a report',
  async () => {
    const { profile, names } = profileWith(12);
    const outside = join(profile, 'outbox.dmp');
    writeFileSync(outside, 'mine');
    symlinkSync(outside, join(crashDirectory(profile), 'link.dmp'));
    await removeCrashReports(profile);
    expect(names()).toEqual([
      '12.dmp',
      '11.dmp',
      '10.dmp',
      '9.dmp',
      '8.dmp',
      '7.dmp',
      '6.dmp',
      '5.dmp',
      '4.dmp',
      '3.dmp',
    ]);
    await removeCrashReports(profile, 0);
    expect([names(), existsSync(outside)]).toEqual([[], true]);
  },
);

test('a folder of reports that is none stops no start', async () => {
  const profile = temporaryDirectory();
  writeFileSync(crashDirectory(profile), '');
  await removeCrashReports(profile);
  expect(crashReports(profile)).toEqual([]);
});
