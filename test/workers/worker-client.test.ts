import { expect, onTestFinished, test } from 'vitest';
import { WorkerClient, type WorkerThread } from '../../electron/workers/worker-client.ts';
import type { CountRequest } from './counting-worker.ts';

function countingClient(more: Partial<WorkerThread> = {}): WorkerClient<CountRequest, string, number> {
  const client = new WorkerClient<CountRequest, string, number>({
    program: new URL('./counting-worker.ts', import.meta.url),
    name: 'counting worker',
    resourceLimits: {},
    ...more,
  });
  onTestFinished(() => client.terminate());
  return client;
}

test('requests that are open together get their own replies', async () => {
  const client = countingClient();
  const replies = await Promise.all([client.ask({ upTo: 1 }), client.ask({ upTo: 2 })]);
  expect(replies).toEqual(['counted to 1', 'counted to 2']);
});

test('progress arrives in order, before the reply', async () => {
  const seen: number[] = [];
  await countingClient().begin({ upTo: 3 }, (number) => seen.push(number)).reply;
  expect(seen).toEqual([1, 2, 3]);
});

test('a cancelled request is told so, and others go on', async () => {
  const client = countingClient();
  const waiting = client.begin('waitForCancel', () => undefined);
  const other = client.ask({ upTo: 1 });
  waiting.cancel();
  expect(await Promise.all([waiting.reply, other])).toEqual(['cancelled', 'counted to 1']);
});

test('a worker that breaks rejects what is open, and the next request starts another', async () => {
  const client = countingClient();
  const open = client.ask('waitForCancel');
  await Promise.all([
    expect(client.ask('break')).rejects.toThrow('The worker broke'),
    expect(open).rejects.toThrow('The worker broke'),
  ]);
  expect(await client.ask({ upTo: 1 })).toBe('counted to 1');
});

test('a worker that is ended rejects what is open', async () => {
  const client = countingClient();
  const open = expect(client.ask('waitForCancel')).rejects.toThrow('counting worker ended without an answer');
  await client.terminate();
  await open;
});

test('a worker that ends when idle answers the next request too', async () => {
  const client = countingClient({ endsWhenIdle: true });
  expect(await client.ask({ upTo: 1 })).toBe('counted to 1');
  expect(await client.ask({ upTo: 2 })).toBe('counted to 2');
});

test('closing waits until the worker is gone, and does nothing where there is none', async () => {
  const client = countingClient();
  await client.close();
  const replied = client.ask({ upTo: 1 });
  await client.close();
  expect(await replied).toBe('counted to 1');
});
