import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { startPractice } from '../../electron/practice/server.ts';

const RUN = fileURLToPath(new URL('run.ts', import.meta.url));

async function startedPractice() {
  const practice = await startPractice({ databasePath: ':memory:', fileCount: 30, keyCount: 60 });
  onTestFinished(() => practice.close());
  return practice;
}

/** Runs the examination as its own process. */
function run(words: readonly string[], environment: Record<string, string> = {}) {
  return new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], ...environment };
    const child = execFile(process.execPath, [RUN, ...words], { env }, (_error, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output, errors }),
    );
  });
}

it('prints a line for each check and the counts, and ends well when nothing failed', async () => {
  const { baseUrl, tokens } = await startedPractice();
  const { code, output } = await run(['--base-url', `${baseUrl}/`], { PINFOLD_TOKEN: tokens.admin });
  const lines = output.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(lines.slice(0, -1).every((line) => /^(ok {7}|skipped {2})\S/.test(line))).toBe(true);
  expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/);
  expect(output).toContain('(no file may be written)');
  expect(output).not.toContain(tokens.admin);
});

it('ends badly when a check failed, and says why', async () => {
  const { baseUrl, tokens } = await startedPractice();
  const { code, output } = await run(['--base-url', baseUrl, '--cid', 'bafkreinothing'], {
    PINFOLD_TOKEN: tokens.admin,
  });
  expect(code).toBe(1);
  expect(output).toContain('FAILED   a signature answers 200 with JSON in UTF-8: the status is 404, not 200');
  expect(output).toMatch(/[1-9]\d* failed/);
});

it('waits out a rate limit', async () => {
  const { baseUrl, tokens, control } = await startedPractice();
  control.changeSettings({ faults: [{ kind: 'rateLimit', retryAfterSeconds: 1, pathContains: 'api_keys', times: 2 }] });
  const { code } = await run(['--base-url', baseUrl], { PINFOLD_TOKEN: tokens.admin });
  expect(code).toBe(0);
});

it.each([
  [['--bogus'], '--bogus'],
  [['stray'], 'stray'],
  [[], '--base-url'],
  [['--base-url', 'nonsense'], '--base-url'],
  [['--base-url', 'http://x/v3', '--network', 'secret'], '--network'],
])('refuses the words %j', async (words, named) => {
  const { code, errors } = await run(words, { PINFOLD_TOKEN: 'x' });
  expect(code).toBe(2);
  expect(errors).toContain(named);
});

it('asks for the token in the environment, and explains itself', async () => {
  const missing = await run(['--base-url', 'http://127.0.0.1/v3']);
  expect([missing.code, missing.errors]).toEqual([2, 'PINFOLD_TOKEN is not set\n']);
  const help = await run(['--help']);
  expect(help.code).toBe(0);
  expect(help.output).toContain('--write FILE_ID');
});
