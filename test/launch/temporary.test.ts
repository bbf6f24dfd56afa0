import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { leftBehind, openTemporaryRoot, temporaryPrefix } from '../../electron/launch/temporary.mjs';
import { temporaryDirectory } from '../support/database.ts';

/** A process that has been: nobody runs under its id. */
const endedPid = (): number => spawnSync(process.execPath, ['--version']).pid;

function opened(system: string) {
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, process.env[name]);
  onTestFinished(() => void vi.unstubAllEnvs());
  return openTemporaryRoot(system);
}

test('everything temporary lies below one folder, and goes with it', () => {
  const system = temporaryDirectory();
  const { path, remove } = opened(system);
  expect(tmpdir()).toBe(path);
  mkdirSync(join(mkdtempSync(join(tmpdir(), 'pinfold-')), 'below'));
  remove();
  expect(readdirSync(system)).toEqual([]);
});

test('the folders of runs that were killed go when the next one begins, and those of others stay', () => {
  const system = temporaryDirectory();
  const [killed, living, unknown] = [`pf-${endedPid()}-abc`, `${temporaryPrefix()}abc`, 'pinfold-somewhere'];
  for (const name of [killed, living, unknown, 'of-others']) mkdirSync(join(system, name));
  opened(system).remove();
  expect(readdirSync(system).sort()).toEqual([living, unknown, 'of-others'].sort());
});

test('the folder of a killed run that may not be removed, as that of another person, keeps nobody from a run', () => {
  const system = temporaryDirectory();
  const killed = join(system, `pf-${endedPid()}-abc`);
  mkdirSync(join(killed, 'below'), { recursive: true });
  chmodSync(killed, 0o500);
  // The administrator may remove anything, and then nothing is left.
  onTestFinished(() => void (existsSync(killed) && chmodSync(killed, 0o700)));
  const { path, remove } = opened(system);
  expect(existsSync(path)).toBe(true);
  remove();
});

test('what is left behind is ours by its name, and of no process that runs', () => {
  const system = temporaryDirectory();
  const names = [`pf-${endedPid()}-abc`, `${temporaryPrefix()}abc`, 'pf-abc', 'pinfold-page-abc', 'of-others'];
  for (const name of names) mkdirSync(join(system, name));
  const left = leftBehind([system, join(system, 'not there')]);
  expect(left).toEqual([names[0], 'pf-abc', 'pinfold-page-abc'].map((name) => join(system, name!)).sort());
  expect(left.every((path) => existsSync(path))).toBe(true);
});

test('a test run keeps to such a folder', () => {
  expect(tmpdir()).toMatch(/[\\/]pf-\d+-\w+$/);
});
