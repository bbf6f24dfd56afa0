import { parseArgs } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { faultSettingsChange } from './faults/fault-settings.ts';
import { type PracticeOptions, type PracticeServer, startPractice } from './server.ts';

/** The `workerData` of the practice worker. */
const workerOptions = z.strictObject({
  databasePath: z.string(),
  port: z.int().optional(),
  controlPort: z.int().optional(),
  seed: z.int().optional(),
  fileCount: z.int().optional(),
  keyCount: z.int().optional(),
  library: z.enum(['assorted', 'studio']).optional(),
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

/** Runs until a signal, or until the parent process closes the IPC channel. */
async function runAsProcess(): Promise<void> {
  const parsed = commandLine(process.argv.slice(2));
  if (parsed.kind !== 'start') {
    process[parsed.kind === 'help' ? 'stdout' : 'stderr'].write(`${parsed.text}\n`);
    process.exitCode = parsed.kind === 'help' ? 0 : 2;
    return;
  }
  const practice = await startPractice(parsed.options);
  const close = (): void => {
    void practice.close();
    // An open channel keeps a process alive.
    if (process.connected) process.disconnect();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, close);
  process.stdout.write(`${JSON.stringify(ready(practice))}\n`);
}

/** The parsed command line. */
export type CommandLine =
  | { readonly kind: 'start'; readonly options: PracticeOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string };

const HELP = `Starts the practice service on this machine and prints one line of JSON when it answers.

  --database FILE      where it keeps its files and keys (default: in memory)
  --port N             port of the service (default: any free port)
  --control-port N     port of the control door (default: any free port)
  --files N            files in a new database (default: 10000)
  --keys N             API keys in a new database (default: 400)
  --seed N             which made-up data a new database gets (default: 1)
  --help               this text`;

const text = { type: 'string' } as const;
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
  .optional();

const options = z
  .object({
    database: z.string().default(':memory:'),
    port: wholeNumber,
    'control-port': wholeNumber,
    files: wholeNumber,
    keys: wholeNumber,
    seed: wholeNumber,
  })
  .transform((given): PracticeOptions => ({
    databasePath: given.database,
    port: given.port,
    controlPort: given['control-port'],
    fileCount: given.files,
    keyCount: given.keys,
    seed: given.seed,
  }));

/** Parses the command line. @param argv the arguments after the program's name */
export function commandLine(argv: readonly string[]): CommandLine {
  const spec = { database: text, port: text, 'control-port': text, files: text, keys: text, seed: text } as const;
  try {
    const { values } = parseArgs({ args: [...argv], options: { ...spec, help: { type: 'boolean' } } });
    if (values.help) return { kind: 'help', text: HELP };
    const given = options.safeParse(values);
    if (!given.success) return { kind: 'refused', text: z.prettifyError(given.error) };
    return { kind: 'start', options: given.data };
  } catch (error) {
    // `parseArgs` throws a TypeError with a message that names the unknown option (Node.js, `util.parseArgs`).
    if (error instanceof TypeError) return { kind: 'refused', text: error.message };
    throw error;
  }
}

await (parentPort ? runAsWorker(parentPort) : runAsProcess());
