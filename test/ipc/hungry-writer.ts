import { BroadcastChannel } from 'node:worker_threads';
import '../../electron/workers/writer/main.ts';

/** A message on the channel of this name lets the writer fill its memory. */
const order = new BroadcastChannel('fill the memory of the writer');

// Many small steps: V8 grants 16 MB beyond the limit, and ends the process instead of the thread when one step needs more.
order.onmessage = () => {
  for (const kept: number[][] = []; ;) kept.push(Array.from({ length: 1_000 }, () => kept.length));
};
