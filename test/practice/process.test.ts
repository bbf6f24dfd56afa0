import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const FILE = new URL('../../electron/practice/process.ts', import.meta.url);
const PROGRAM = fileURLToPath(FILE);

const failedRun = z
  .object({ code: z.number(), stderr: z.string() })
  .transform(({ code, stderr }) => ({ code, text: stderr }));

const ready = z.strictObject({
  kind: z.literal('ready'),
  baseUrl: z.url(),
  controlUrl: z.url(),
  controlToken: z.string(),
  adminToken: z.string(),
});

async function statusOfKeys({ baseUrl, adminToken }: z.infer<typeof ready>): Promise<number> {
  return (await fetch(`${baseUrl}/api_keys`, { headers: { Authorization: `Bearer ${adminToken}` } })).status;
}

it('runs in a worker that says when it is ready and closes when told to', async () => {
  const workerData = { databasePath: ':memory:', fileCount: 10, keyCount: 10 };
  const worker = new Worker(FILE, { workerData });
  const [message] = await once(worker, 'message');
  expect(await statusOfKeys(ready.parse(message))).toBe(200);
  worker.postMessage('nonsense');
  worker.postMessage({ kind: 'close' });
  expect(await once(worker, 'exit')).toEqual([0]);
  await expect(statusOfKeys(ready.parse(message))).rejects.toThrow('fetch failed');
});

it('ends a worker with an error when it cannot start', async () => {
  const worker = new Worker(FILE, { workerData: { databasePath: ':memory:', fileCuont: 10 } });
  const [error] = await once(worker, 'error');
  expect(String(error)).toContain('fileCuont');
});

it('runs as a process that prints one line when it is ready and ends when interrupted', async () => {
  const child = spawn(process.execPath, [PROGRAM, '--files', '5', '--keys', '10', '--seed', '3'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stdout!), 'line');
  const message = ready.parse(JSON.parse(String(line)));
  expect(await statusOfKeys(message)).toBe(200);
  const headers = { 'X-Practice-Control': message.controlToken };
  expect(await (await fetch(`${message.controlUrl}/state`, { headers })).json()).toMatchObject({
    fileCount: 5,
    seed: 3,
  });
  // Windows has no signal that a program can hear.
  if (process.platform === 'win32') child.disconnect();
  else child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it.each([
  [['--bogus'], 2],
  [['--port', 'x'], 2],
  [['stray'], 2],
  [['--help'], 0],
])('ends for the words %j with the code %i', async (words, code) => {
  const run = promisify(execFile)(process.execPath, [PROGRAM, ...words]);
  const ended = await run.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: unknown) => failedRun.parse(error),
  );
  expect(ended.code).toBe(code);
  expect(ended.text.length).toBeGreaterThan(5);
});
