import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Starts a program in a process group of its own, so that what it starts in turn ends with it. */
export function startChild(program: string, words: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, words, { ...options, detached: process.platform !== 'win32' });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Ends all that was started here and still runs. */
export function endChildren(): void {
  for (const { pid } of running)
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
}
