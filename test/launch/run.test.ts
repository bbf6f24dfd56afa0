import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasLostParent, run } from '../../electron/launch/run.mjs';

const module = pathToFileURL(join(import.meta.dirname, '../../electron/launch/run.mjs')).href;

/** A program that says what it hears, and ends by itself when it was told to. */
const listening = `
  const say = (word) => process.stdout.write(word + '\\n');
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => say(signal));
  const closingMs = Number(process.env.CLOSING_MS ?? 0);
  const end = (word) => { say(word); process.exitCode = 0; setTimeout(() => clearInterval(alive), closingMs); };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('disconnect', () => end('disconnect'));
  const alive = setInterval(() => undefined, 1_000);
  say('ready');
`;

/** A launcher in a process group of its own, as a terminal makes one, which runs the listening program. */
async function launched(kind: 'tool' | 'host' | 'window', how: Record<string, unknown> = {}) {
  const launcher = spawn(process.execPath, launchWords({ kind, ...how }), {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => killGroup(launcher));
  const lines = linesOf(launcher);
  await lines.until('ready');
  return { launcher, lines };
}

/** What makes a Node that launcher. */
function launchWords(how: Record<string, unknown>): readonly string[] {
  const code = `
    import { run } from ${JSON.stringify(module)};
    const words = ['--eval', ${JSON.stringify(listening)}];
    const { code } = await run(process.execPath, words, ${JSON.stringify(how)});
    process.stdout.write('ended ' + code + '\\n');
  `;
  return ['--input-type=module', '--eval', code];
}

/** The same launcher under a process that stands for npm's shell, with a program that takes its time to close. */
async function launchedByShell(how: Record<string, unknown>) {
  const words = JSON.stringify(launchWords(how));
  const code = `require('node:child_process').spawn(process.execPath, ${words}, { stdio: 'inherit' })`;
  const shell = spawn(process.execPath, ['--eval', code], {
    detached: true,
    env: { ...process.env, npm_lifecycle_event: 'start', CLOSING_MS: '300' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => killGroup(shell));
  const lines = linesOf(shell);
  await lines.until('ready');
  return { shell, lines };
}

function linesOf(child: ChildProcess) {
  let said = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text));
  const until = async (word: string): Promise<readonly string[]> => {
    while (!said.includes(word)) await once(child.stdout!, 'data');
    return said.trim().split('\n');
  };
  return { until };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

// Windows has neither process groups nor these signals.
describe.skipIf(process.platform === 'win32')('a program that the launcher runs', () => {
  test('with a window hears Ctrl+C once: the second signal would end Chromium at once', async () => {
    const { launcher, lines } = await launched('window', { patienceMs: 50 });
    process.kill(-launcher.pid!, 'SIGINT');
    expect(await lines.until('ended')).toEqual(['ready', 'SIGINT', 'SIGTERM', 'ended 0']);
  });

  test('with a window is told to end when only the launcher was told', async () => {
    const { launcher, lines } = await launched('window', { patienceMs: 60_000 });
    launcher.kill('SIGTERM');
    expect(await lines.until('ended')).toEqual(['ready', 'SIGTERM', 'ended 0']);
  });

  test('without a terminal’s signals, as on Windows, ends in order by its channel', async () => {
    const { launcher, lines } = await launched('host', { platform: 'win32', patienceMs: 50 });
    launcher.kill('SIGINT');
    expect(await lines.until('ended')).toEqual(['ready', 'disconnect', 'ended 0']);
  });

  test('ends in order when the channel to the launcher closes, as a test on Windows ends it', async () => {
    const { launcher, lines } = await launched('host');
    launcher.disconnect();
    expect(await lines.until('ended')).toEqual(['ready', 'disconnect', 'ended 0']);
  });

  test('that is a tool gets the signal that the launcher got', async () => {
    const { launcher, lines } = await launched('tool');
    launcher.kill('SIGHUP');
    expect(await lines.until('SIGHUP')).toEqual(['ready', 'SIGHUP']);
  });

  test('with a window is told once to end when npm’s shell has ended: the second signal would end Chromium at once', async () => {
    const { shell, lines } = await launchedByShell({ kind: 'window', parentCheckMs: 20 });
    shell.kill('SIGKILL');
    expect(await lines.until('ended')).toEqual(['ready', 'SIGTERM', 'ended 0']);
  });

  test('closes when the launcher is killed without a word', async () => {
    const { launcher, lines } = await launched('host');
    launcher.kill('SIGKILL');
    expect(await lines.until('disconnect')).toEqual(['ready', 'disconnect']);
  });
});

test('a program that the system refuses to start ends with code 127 and its reason', async () => {
  const tooLong = 'x'.repeat(4_000_000);
  expect(await run(process.execPath, [tooLong], { quiet: true })).toMatchObject({
    code: 127,
    output: expect.stringMatching(/E2BIG|ENAMETOOLONG/),
  });
  expect(await run(join(import.meta.dirname, 'no such program'), [], { quiet: true })).toMatchObject({ code: 127 });
});

test('the end of npm’s shell is noticed where the number of a parent stays after its end, as on Windows', async () => {
  const shell = spawn(process.execPath, ['--eval', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(shell, 'exit');
  const parent = shell.pid!;
  expect(hasLostParent(parent, parent)).toBe(false);
  shell.stdin.end();
  await ended;
  expect(hasLostParent(parent, parent)).toBe(true);
});

test('a new parent means that the old one has ended', () => {
  expect(hasLostParent(process.pid, process.ppid)).toBe(true);
});

describe('the token of the environment', () => {
  const words = ['--eval', 'process.stdout.write(String(process.env.PINFOLD_TOKEN))'];
  const said = async (how: Parameters<typeof run>[2]): Promise<string> =>
    (await run(process.execPath, words, { env: { ...process.env, PINFOLD_TOKEN: 'a token' }, quiet: true, ...how }))
      .output;

  test('reaches the app, and no tool that installs or builds it', async () => {
    expect([await said({ kind: 'host' }), await said({ kind: 'window' })]).toEqual(['a token', 'a token']);
    expect([await said({ kind: 'tool' }), await said({})]).toEqual(['undefined', 'undefined']);
  });

  test('reaches the tool that starts the app', async () => {
    expect(await said({ startsApp: true })).toBe('a token');
  });
});
