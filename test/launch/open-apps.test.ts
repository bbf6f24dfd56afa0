import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makePresence } from '../../electron/launch/presence.mjs';
import type * as Starts from '../../electron/launch/starts.mjs';
import { projectOf } from './launched-project.ts';

/** A builder that makes the program out of the only source, and says so; it takes until the file `go` is there. */
const builder = `
  const { appendFileSync, cpSync, existsSync, mkdirSync } = require('node:fs');
  appendFileSync('builds', 'one more ');
  const build = () => {
    mkdirSync('out/main', { recursive: true });
    cpSync('src/serve.js', 'out/main/serve.js');
  };
  const look = () => (existsSync('go') ? build() : setTimeout(look, 20));
  look();
`;

/** A program that says which one it is, and stays until its launcher ends it where it is told to. */
const program = (name: string): string => `
  process.stdout.write('opened ${name};');
  if (process.env.STAYS) setInterval(() => undefined, 1_000);
  process.on('disconnect', () => process.exit());
  if (!process.env.STAYS) process.disconnect();
`;

const aProject = (): string =>
  projectOf({
    'node_modules/electron-vite/bin/electron-vite.js': builder,
    'npm.js': `process.stdout.write('npm ' + process.argv[2] + ';');`,
    'src/serve.js': program('first'),
    go: '',
  });

function start(project: string, env: Readonly<Record<string, string>> = {}, command = 'start') {
  const words = [join(project, `electron/launch/${command}.mjs`), '--browser'];
  const inherited = { ...process.env, npm_execpath: join(project, 'npm.js') };
  const child = spawn(process.execPath, words, { env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close').then(() => said);
  return { child, ended, said: () => said };
}

const POLL = { timeout: 30_000, interval: 20 };
const builds = (project: string): number =>
  existsSync(join(project, 'builds')) ? readFileSync(join(project, 'builds'), 'utf8').split('more').length - 1 : 0;

test('a start beside an open app replaces nothing that this runs from, and what has changed comes after its end', async () => {
  const project = aProject();
  const first = start(project, { STAYS: '1' });
  await expect.poll(first.said, POLL).toContain('opened first');
  expect(await start(project).ended).toBe('opened first;');
  writeFileSync(join(project, 'src/serve.js'), program('second'));
  writeFileSync(join(project, 'package-lock.json'), '{ "packages": { "node_modules/new": { "version": "1.0.0" } } }');
  expect(await start(project).ended).toMatch(/^An open Pinfold .+ close every Pinfold.+\nopened first;$/);
  expect(builds(project)).toBe(1);
  first.child.kill('SIGTERM');
  await first.ended;
  expect(await start(project).ended).toMatch(/npm ci;[^]*opened second;$/);
});

test('no other command builds beside an open app', async () => {
  const project = aProject();
  const first = start(project, { STAYS: '1' });
  await expect.poll(first.said, POLL).toContain('opened first');
  writeFileSync(join(project, 'src/serve.js'), program('second'));
  expect(await start(project, {}, 'dev').ended).toMatch(/Close every Pinfold.+\n$/);
  expect(builds(project)).toBe(1);
});

test('an app whose start was killed without a word is not open any more', async () => {
  const project = aProject();
  const first = start(project, { STAYS: '1' });
  await expect.poll(first.said, POLL).toContain('opened first');
  first.child.kill('SIGKILL');
  await first.ended;
  writeFileSync(join(project, 'src/serve.js'), program('second'));
  expect(await start(project).ended).toMatch(/opened second;$/);
});

test('of two starts at the same time one builds, and the other waits for it', async () => {
  const project = aProject();
  rmSync(join(project, 'go'));
  const first = start(project);
  await expect.poll(() => builds(project), POLL).toBe(1);
  const second = start(project);
  await expect.poll(second.said, POLL).toContain('waiting');
  writeFileSync(join(project, 'go'), '');
  expect(await first.ended).toMatch(/opened first;$/);
  expect(await second.ended).toMatch(/opened first;$/);
  expect(builds(project)).toBe(1);
});

test('a start that was killed while it built leaves its turn to the next', async () => {
  const project = aProject();
  rmSync(join(project, 'go'));
  const first = start(project);
  await expect.poll(() => builds(project), POLL).toBe(1);
  first.child.kill('SIGKILL');
  writeFileSync(join(project, 'go'), '');
  await first.ended;
  expect(await start(project).ended).toMatch(/opened first;$/);
  expect(builds(project)).toBe(2);
});

test('of two that find the turn of a start that was killed, one has it after the other', async () => {
  const project = aProject();
  const killed = await makePresence();
  killed?.end();
  mkdirSync(join(project, 'out/.pinfold-starts'), { recursive: true });
  writeFileSync(join(project, 'out/.pinfold-starts/turn'), killed?.note ?? '');
  const { inTurn } = (await import(pathToFileURL(join(project, 'electron/launch/starts.mjs')).href)) as typeof Starts;
  const seen: string[] = [];
  const work = async (): Promise<void> => {
    seen.push('begins');
    await setImmediate();
    seen.push('ends');
  };
  await Promise.all([inTurn(work), inTurn(work)]);
  expect(seen).toEqual(['begins', 'ends', 'begins', 'ends']);
});
