import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Gives this thread a lower priority than all others, for work that nobody waits for. Does nothing outside Linux:
 * elsewhere `os.setPriority` would slow the whole process (setpriority(2), BUGS).
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  setPriority(ownThreadId(), constants.priority.PRIORITY_LOW);
}

/** The thread id of Linux, which Node does not expose. */
function ownThreadId(): number {
  // The link's target has the form "4711/task/4712" (proc(5), `/proc/thread-self`).
  const own = readlinkSync('/proc/thread-self').split('/').at(-1);
  return Number(own);
}
