import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { MessageInbox } from '../../electron/workers/message-inbox.ts';
import type { ToThread } from '../../electron/workers/thread-messages.ts';

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close();
});

function listening() {
  const channel = new MessageChannel();
  channels.push(channel);
  const inbox = new MessageInbox(channel.port2);
  const heard: number[] = [];
  inbox.hear((message) => void (message.kind === 'ask' && heard.push(message.id)));
  const say = (id: number): void => {
    const message: ToThread = { kind: 'ask', id, name: 'files.counts', input: null };
    channel.port1.postMessage(message);
  };
  return { inbox, heard, say };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !isSo(); turn++) await nextTurn();
}

test('what is said while a thread is busy is noticed at once, and heard once, in order', async () => {
  const { inbox, heard, say } = listening();
  expect(inbox.hasPendingMessages()).toBe(false);
  for (const id of [1, 2, 3]) say(id);
  expect([inbox.hasPendingMessages(), inbox.hasPendingMessages(), heard]).toEqual([true, true, []]);
  await until(() => heard.length === 3);
  expect([heard, inbox.hasPendingMessages()]).toEqual([[1, 2, 3], false]);
  say(4);
  await until(() => heard.length === 4);
  expect(heard).toEqual([1, 2, 3, 4]);
});
