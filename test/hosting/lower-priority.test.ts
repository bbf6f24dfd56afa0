import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const program = `
  import { parentPort } from 'node:worker_threads';
  import { readFileSync } from 'node:fs';
  import { lowerPriority } from ${JSON.stringify(new URL('../../electron/hosting/lower-priority.ts', import.meta.url).href)};
  lowerPriority();
  parentPort.postMessage(readFileSync('/proc/thread-self/stat', 'latin1'));
`;

/** The 19th field, as Linux counts; the name before them may hold anything but a closing bracket at its end. */
const nicenessIn = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);

test.runIf(process.platform === 'linux')('a thread that lowers its priority does it alone', async () => {
  const own = (): number => nicenessIn(readFileSync('/proc/thread-self/stat', 'latin1'));
  const before = own();
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  const [stat] = (await once(thread, 'message')) as [string];
  expect([nicenessIn(stat), own()]).toEqual([19, before]);
});
