import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { Entrance } from '../../electron/web-host/entrance.ts';
import { isOwnersOnly } from '../hosting/owner-only.ts';
import { temporaryDirectory } from '../support/database.ts';
import { mayLink } from '../support/symbolic-links.ts';
import { request } from '../web-host/invited.ts';

const POLL = { timeout: 30_000, interval: 50 };
const secretOf = /\/enter\/[\w-]+/;
const addressOf = /http:\/\/127\.0\.0\.1:\d+\/enter\/[\w-]+/;

/**
 * A computer whose browser writes its command line to a file, as every user can read it there.
 *
 * @param browser what the system calls the default browser
 */
function computer(browser = 'firefox.desktop') {
  const directory = temporaryDirectory();
  const [programs, profile] = [join(directory, 'programs'), join(directory, 'profile')];
  const commandLine = join(directory, 'command-line');
  mkdirSync(programs);
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$*" > '${commandLine}'\n`);
  writeFileSync(join(programs, 'xdg-settings'), `#!/bin/sh\necho ${browser}\n`);
  for (const program of ['xdg-open', 'xdg-settings']) chmodSync(join(programs, program), 0o755);
  const env = { ...process.env, HOME: directory, DISPLAY: ':9', PATH: `${programs}${delimiter}${process.env['PATH']}` };
  return {
    ...{ profile, programs, home: directory },
    browserSaw: () => (existsSync(commandLine) ? readFileSync(commandLine, 'utf8') : ''),
    start: (...more: readonly string[]) => {
      const child = spawn(process.execPath, ['electron/serve.ts', '--profile', profile, ...more], { env });
      onTestFinished(() => void child.kill('SIGKILL'));
      return { child, output: outputOf(child) };
    },
  };
}

function outputOf(child: ChildProcess): () => string {
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  return () => output;
}

const isLinux = process.platform === 'linux';

test.runIf(isLinux)('the browser gets a page of the profile, and no secret in its command line', async () => {
  const { start, browserSaw, profile } = computer();
  start();
  await expect.poll(browserSaw, POLL).toMatch(/^file:/);
  expect(browserSaw()).not.toMatch(secretOf);
  const page = fileURLToPath(browserSaw());
  expect([page.startsWith(profile), isOwnersOnly(page)]).toEqual([true, true]);
  const [address = ''] = addressOf.exec(readFileSync(page, 'utf8')) ?? [];
  expect([(await request(address)).status, (await request(address)).status]).toEqual([303, 403]);
});

test.runIf(isLinux)(
  'a browser from a snap, which may not read the profile, gets the page in its own folder',
  async () => {
    const { start, browserSaw, home } = computer('firefox_firefox.desktop');
    const folder = join(home, 'snap', 'firefox', 'common');
    mkdirSync(folder, { recursive: true });
    const first = start();
    await expect.poll(browserSaw, POLL).toMatch(/^file:/);
    const page = fileURLToPath(browserSaw());
    expect([page.startsWith(folder), isOwnersOnly(page)]).toEqual([true, true]);
    first.child.kill('SIGTERM');
    await expect.poll(() => first.child.exitCode, POLL).toBe(0);
    expect(existsSync(page)).toBe(false);
  },
);

test.runIf(isLinux && mayLink)(
  'a system that refuses the program which opens browsers leaves the host running, with its address in the terminal',
  async () => {
    const { start, programs } = computer();
    // Node throws for a refusal like this one, as for a policy of Windows, where it tells of others by an event.
    for (const name of ['xdg-open', 'xdg-settings']) {
      rmSync(join(programs, name));
      symlinkSync(name, join(programs, name));
    }
    const { child, output } = start();
    await expect.poll(output, POLL).toMatch(addressOf);
    const [address = ''] = addressOf.exec(output()) ?? [];
    await expect.poll(async () => (await request(address)).status, POLL).toBe(303);
    child.kill('SIGTERM');
    await expect.poll(() => child.exitCode, POLL).toBe(0);
    expect(output()).not.toContain('fault');
  },
);

test('a start beside a running host gets an address of its own and ends', async () => {
  const { start, profile } = computer();
  const first = start('--no-open');
  await expect.poll(first.output, POLL).toMatch(addressOf);
  const second = start('--no-open');
  await expect.poll(() => second.child.exitCode, POLL).toBe(0);
  expect(second.output()).toContain('Pinfold is running already');
  const addresses = [first, second].map(({ output }) => addressOf.exec(output())?.[0] ?? '');
  expect(new Set(addresses).size).toBe(2);
  for (const address of addresses) expect((await request(address)).status).toBe(303);
  first.child.kill('SIGTERM');
  await expect.poll(() => first.child.exitCode, POLL).toBe(0);
  expect(readdirSync(join(profile, 'entrance'))).toEqual([]);
});

test('a start beside a running host that was to open a connection says that it does not', async () => {
  const { start } = computer();
  const first = start('--no-open');
  await expect.poll(first.output, POLL).toMatch(addressOf);
  const second = start('--no-open', '--practice');
  await expect.poll(() => second.child.exitCode, POLL).toBe(0);
  expect(second.output()).toContain('no connection was opened');
  const third = start('--no-open');
  await expect.poll(() => third.child.exitCode, POLL).toBe(0);
  expect(third.output()).not.toContain('connection');
});

test('a web host whose launcher left while it started ends, and hands out no address', async () => {
  const { profile } = computer();
  const words = ['electron/serve.ts', '--profile', profile, '--no-open'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = outputOf(child);
  child.disconnect();
  await expect.poll(() => child.exitCode, POLL).toBe(0);
  expect([output(), readdirSync(join(profile, 'entrance'))]).toEqual(['', []]);
});

test('a web host whose terminal is gone goes on: what it says there reaches nobody, and is no fault', async () => {
  const { profile } = computer();
  const words = ['electron/serve.ts', '--profile', profile, '--no-open'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  const entrance = new Entrance(profile, () => undefined);
  await expect.poll(async () => (await entrance.request()) ?? '', POLL).toMatch(addressOf);
  expect(existsSync(join(profile, 'logs', 'pinfold.log'))).toBe(false);
  child.kill('SIGTERM');
  await expect.poll(() => child.exitCode, POLL).toBe(0);
});
