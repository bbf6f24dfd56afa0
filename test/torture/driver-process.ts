import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { startChild } from './children.ts';
import { readWords, type DriverPlan, type DriverWords } from './driver-words.ts';

export type DriverRun = {
  readonly words: readonly DriverWords[];
  /** What it complained of; empty when it was killed or ended well. */
  readonly complaint: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
};

/** The words that start a driver, for a program that starts it in turn. */
export const driverCommand = (plan: DriverPlan): readonly string[] => [
  process.execPath,
  join(import.meta.dirname, 'driver.ts'),
  JSON.stringify(plan),
];

/**
 * Runs a driver, or another program that runs one, to its end.
 *
 * @param cache where compiled code is kept between starts: without it, starting takes three times as long
 * @param heard called with every piece of output, and with the process to be killed
 */
export function runDriver(
  command: readonly string[],
  cache: string,
  heard: (chunk: string, child: ChildProcess) => void = () => undefined,
  started: (child: ChildProcess) => void = () => undefined,
): Promise<DriverRun> {
  const [program = '', ...words] = command;
  const env = { ...process.env, NODE_COMPILE_CACHE: cache, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' };
  const child = startChild(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let complaint = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    heard(chunk, child);
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk));
  started(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ words: readWords(output), complaint, code, signal }));
  });
}
