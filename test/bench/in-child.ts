import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { delay } from './main-thread.ts';
import type { Work } from './work.ts';

const cost = z.object({
  output: z.unknown(),
  /** Of the main thread; null where nobody looked. */
  delay: delay.nullable(),
  peakBytes: z.number(),
  cpuMs: z.number(),
});

export type Done<Output> = Omit<z.infer<typeof cost>, 'output'> & { readonly output: Output };

export type ChildOptions = {
  /** Where CPU profiles of all its threads go; null for none. */
  readonly profileDirectory: string | null;
  readonly limitMs: number;
  /** The built program of the core; null for the sources. */
  readonly corePath: string | null;
};

/**
 * Does a work in a process of its own.
 *
 * @throws with what the process said, when it breaks or takes too long
 */
export async function inChild<Input, Output>(
  of: Work<Input, Output>,
  input: Input,
  { profileDirectory, limitMs, corePath }: ChildOptions,
): Promise<Done<Output>> {
  const profiling = profileDirectory === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`];
  const job = JSON.stringify({ module: of.module, name: of.name, input });
  const child = spawn(process.execPath, [...profiling, join(import.meta.dirname, 'child.ts'), job], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', PINFOLD_BENCH_CORE: corePath ?? '' },
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (words += text));
  let report: unknown = null;
  child.on('message', (message) => (report = message));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  clearTimeout(timer);
  const read = cost.safeParse(report);
  if (!read.success) throw new Error(`${of.name} ended with ${String(code)}: ${words.trim().slice(-2_000)}`);
  return { ...read.data, output: of.output.parse(read.data.output) };
}
