import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { PracticeOptions } from './server.ts';

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
