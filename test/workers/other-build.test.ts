import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import { versionText } from '../../electron/hosting/this-build.ts';
import { CoreThread } from '../../electron/workers/core-thread.ts';
import { WorkerClient } from '../../electron/workers/worker-client.ts';
import { temporaryDirectory } from '../support/database.ts';

const programs = [
  'duplicate-finder',
  'exporter',
  'snapshotter',
  'sort-indexer',
  'text-indexer',
  'text-reader',
  'verifier',
];
const cores = ['reader', 'recovery', 'writer'];
const replaced = 'Pinfold was replaced while it was open. Close it, and start it again.';

test.each([...programs, ...cores])(
  'the %s of an update that is installed over an open app opens nothing beside the threads of before',
  async (name) => {
    const program = new URL(`../../electron/workers/${name}/main.ts`, import.meta.url);
    const thread = new Worker(program, { argv: ['--build=Pinfold 0.0.9 (stable)'], workerData: {} });
    onTestFinished(async () => void (await thread.terminate()));
    const error = await new Promise((resolve) => void thread.once('error', resolve).once('exit', resolve));
    expect(error).toMatchObject({ message: replaced });
  },
);

test('each thread is told of the build that starts it', async () => {
  const program = new URL('./build-telling-worker.ts', import.meta.url);
  const client = new WorkerClient<null, readonly string[]>({ program, name: 'telling worker', resourceLimits: {} });
  expect(await client.ask(null)).toEqual([`--build=${versionText()}`]);
  await client.terminate();
});

test('so is each thread of the core', async () => {
  const file = new URL(`data:text/javascript,${encodeURIComponent('throw new Error(process.argv.at(-1))')}`);
  const log = { error: () => 'a reference', info: () => undefined };
  const startOptions = { practice: false, connect: null };
  const profileDirectory = temporaryDirectory();
  const ports = { profileDirectory, downloadsDirectory: '', vault: memoryVault(), log, startOptions, notify: null };
  const options = { name: 'writer', workerData: {}, announce: () => undefined, onEnd: () => undefined, file };
  expect(await new CoreThread(options, ports).ready).toMatchObject({ detail: `--build=${versionText()}` });
});
