import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../../electron/launch/run.mjs';

const module = pathToFileURL(join(import.meta.dirname, '../../electron/launch/run.mjs')).href;

/** A program that says what it hears, and ends by itself when it was told to. */
const listening = `
  const say = (word) => process.stdout.write(word + '\\n');
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => say(signal));
  const end = (word) => { say(word); process.exitCode = 0; clearInterval(alive); };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('disconnect', () => end('disconnect'));
  const alive = setInterval(() => undefined, 1_000);
  say('ready');
`;

/** A launcher in a process group of its own, as a terminal makes one, which runs the listening program. */
async function launched(kind: 'tool' | 'host' | 'window', how: Record<string, unknown> = {}) {
  const code = `
    import { run } from ${JSON.stringify(module)};
    const words = ['--eval', ${JSON.stringify(listening)}];
    const { code } = await run(process.execPath, words, ${JSON.stringify({ kind, ...how })});
    process.stdout.write('ended ' + code + '\\n');
  `;
  const launcher = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => killGroup(launcher));
  const lines = linesOf(launcher);
  await lines.until('ready');
  return { launcher, lines };
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
