import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import { expect, test } from 'vitest';
import { inProject } from '../../electron/launch/project.mjs';
import { fusesOf } from '../../electron/package/fuses.mjs';
import { makeInspectable } from '../../electron/package/inspectable.mjs';
import { temporaryDirectory } from '../support/database.ts';
import { fusesIn } from './packed-app.ts';
import { standInRuntime } from './stand-in-runtime.ts';

/** A stand-in with the fuses of a package; what holds them is called `program`. */
async function aPackage(platform: 'linux' | 'darwin', program: string): Promise<string> {
  const directory = temporaryDirectory();
  standInRuntime(directory, platform);
  await flipFuses(join(directory, program), fusesOf(platform, { host: 'linux' }));
  return directory;
}
const fusesOfPackage = { RunAsNode: false, OnlyLoadAppFromAsar: true, EnableNodeCliInspectArguments: false };
const fusesOfCopy = { ...fusesOfPackage, EnableNodeCliInspectArguments: true };

test('a copy of an app for macOS can be attached to, and is signed anew without what the old signature allowed', async () => {
  const from = join(await aPackage('darwin', 'Electron.app'), 'Electron.app');
  const to = join(temporaryDirectory(), 'app/Pinfold.app');
  const signed: (readonly string[])[] = [];
  await makeInspectable(from, to, '.', { host: 'darwin', codesign: (words) => void signed.push(words) });
  expect(await fusesIn({ program: to })).toMatchObject(fusesOfCopy);
  expect(await fusesIn({ program: from })).toMatchObject(fusesOfPackage);
  expect(signed).toEqual([['--force', '--deep', '--sign', '-', to]]);
});

test('a copy of a folder with a program can be attached to, and nobody signs it', async () => {
  const from = await aPackage('linux', 'electron');
  const to = join(temporaryDirectory(), 'app');
  const signed: (readonly string[])[] = [];
  await makeInspectable(from, to, 'electron', { host: 'linux', codesign: (words) => void signed.push(words) });
  expect(await fusesIn({ program: join(to, 'electron') })).toMatchObject(fusesOfCopy);
  expect(signed).toEqual([]);
});

test('its command says how it is used', () => {
  const command = spawnSync(process.execPath, [inProject('electron/package/inspectable.mjs')], { encoding: 'utf8' });
  expect(command).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Usage: /) });
});
