import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { costOf } from './process-cost.ts';

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('a process costs what its threads have cost since, each under its name', async () => {
  const before = costOf([process.pid]);
  const program = "require('node:worker_threads').parentPort.on('message', (ms) => setTimeout(() => {}, ms))";
  const thread = new Worker(program, { eval: true, name: 'napper' });
  onTestFinished(() => void thread.terminate());
  await once(thread, 'online');
  const since = costOf([process.pid], before);
  expect([...since.threads.keys()].every((id) => id.startsWith(`${process.pid}/`))).toBe(true);
  expect(since.threads.size).toBeGreaterThan(before.threads.size);
  expect(since.cpuMs).toBeGreaterThan(0);
  expect(since.busiest).toMatch(/ \d+$/);
  const twice = costOf([process.pid], before, 2);
  expect(twice.cpuMs).toBeGreaterThanOrEqual(2 * since.cpuMs);
});

onLinux('a process that is gone is no process at rest', () => {
  expect(() => costOf([2 ** 22 + 1])).toThrow('ENOENT');
});
