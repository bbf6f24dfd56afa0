import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lets every other thread of this computer go first: for work that nobody waits for. Only Linux has priorities of single
 * threads; elsewhere it would be the whole program's, so that nothing is done there.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  setPriority(ownThreadId(), constants.priority.PRIORITY_LOW);
}

/** The number that Linux knows this thread by. */
function ownThreadId(): number {
  // Such as "4711/task/4712".
  const own = readlinkSync('/proc/thread-self').split('/').at(-1);
  return Number(own);
}
