import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { MessageInbox, type ToThread } from '../../electron/workers/thread-messages.ts';

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close();
});

function listening() {
  const channel = new MessageChannel();
  channels.push(channel);
  const inbox = new MessageInbox(channel.port2);
  const received: number[] = [];
  inbox.listen((message) => void (message.kind === 'ask' && received.push(message.id)));
  const send = (id: number): void => {
    const message: ToThread = { kind: 'ask', id, name: 'files.counts', input: null };
    channel.port1.postMessage(message);
  };
  return { inbox, received, send };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !isSo(); turn++) await nextTurn();
}

test('a busy thread sees a pending message at once, and receives each message once, in order', async () => {
  const { inbox, received, send } = listening();
  expect(inbox.hasPendingMessages()).toBe(false);
  for (const id of [1, 2, 3]) send(id);
  expect([inbox.hasPendingMessages(), inbox.hasPendingMessages(), received]).toEqual([true, true, []]);
  await until(() => received.length === 3);
  expect([received, inbox.hasPendingMessages()]).toEqual([[1, 2, 3], false]);
  send(4);
  await until(() => received.length === 4);
  expect(received).toEqual([1, 2, 3, 4]);
});
