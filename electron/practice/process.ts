import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { commandLine } from './command-line.ts';
import { startPractice, type PracticeServer } from './server.ts';
import { faultSettingsChange } from './faults/fault-settings.ts';

/** The `workerData` of the practice worker. */
const workerOptions = z.strictObject({
  databasePath: z.string(),
  port: z.int().optional(),
  controlPort: z.int().optional(),
  seed: z.int().optional(),
  fileCount: z.int().optional(),
  keyCount: z.int().optional(),
  switches: faultSettingsChange.optional(),
});

/** The message of a worker when the service is ready; a plain process prints it as one line of JSON. */
export type PracticeReady = {
  readonly kind: 'ready';
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly adminToken: string;
};

function ready({ baseUrl, controlUrl, controlToken, tokens }: PracticeServer): PracticeReady {
  return { kind: 'ready', baseUrl, controlUrl, controlToken, adminToken: tokens.admin };
}

/** Runs until the parent sends `{ kind: 'close' }`. A failed start ends the worker with its error. */
async function runAsWorker(parent: NonNullable<typeof parentPort>): Promise<void> {
  const options = workerOptions.safeParse(workerData);
  // The parent receives only the message of an error.
  if (!options.success) throw new Error(z.prettifyError(options.error));
  const practice = await startPractice(options.data);
  const isClose = z.object({ kind: z.literal('close') });
  parent.on('message', (message: unknown) => {
    if (isClose.safeParse(message).success) void practice.close().then(() => parent.close());
  });
  parent.postMessage(ready(practice));
}

/** Runs until a signal. */
async function runAsProcess(): Promise<void> {
  const parsed = commandLine(process.argv.slice(2));
  if (parsed.kind !== 'start') {
    process[parsed.kind === 'help' ? 'stdout' : 'stderr'].write(`${parsed.text}\n`);
    process.exitCode = parsed.kind === 'help' ? 0 : 2;
    return;
  }
  const practice = await startPractice(parsed.options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void practice.close());
  process.stdout.write(`${JSON.stringify(ready(practice))}\n`);
}

await (parentPort ? runAsWorker(parentPort) : runAsProcess());
