import { type ChildProcess, spawn } from 'node:child_process';
import { rootDirectory } from './paths.ts';

export type Ended = { readonly code: number | null; readonly output: string };

/** A program that was started for a test, and everything it has said. */
export type StartedProcess = {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<Ended>;
  /** Waits until the output matches. @throws with the output, when the program ends first or takes too long */
  readonly says: (pattern: RegExp, limitMs?: number) => Promise<string>;
};

/** Starts a program with a channel for messages; nothing is read from the standard input. */
export function startProcess(program: string, words: readonly string[], env: NodeJS.ProcessEnv): StartedProcess {
  const child = spawn(program, words, { cwd: rootDirectory, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  return follow(child);
}

/** The same view of a program that something else has started. */
export function follow(child: ChildProcess): StartedProcess {
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
  const says = (pattern: RegExp, limitMs = 60_000): Promise<string> =>
    new Promise((resolve, reject) => {
      const fail = (why: string): void => reject(new Error(`${why} before saying ${pattern}. It said:\n${output}`));
      const timer = setTimeout(() => fail(`${limitMs} ms went by`), limitMs);
      const look = (): void => {
        const [found] = pattern.exec(output) ?? [];
        if (found === undefined) return;
        clearTimeout(timer);
        resolve(found);
      };
      child.stdout?.on('data', look);
      child.stderr?.on('data', look);
      void ended.then(({ code }) => fail(`The program ended with code ${code}`), reject);
      look();
    });
  return { child, output: () => output, ended, says };
}

/** Asks a program to end. @returns its exit code */
export async function quitProcess({ child, ended }: StartedProcess): Promise<number | null> {
  if (process.platform === 'win32') child.disconnect();
  else child.kill('SIGTERM');
  return (await ended).code;
}

/** Ends a program as a power cut would. */
export async function killProcess({ child, ended }: StartedProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
