import { expect, test } from 'vitest';
import { appHandlers } from '../../electron/ipc/app/app-handlers.ts';
import { pendingText } from '../../electron/ipc/handler-context.ts';
import { failureMessage } from '../../src/views/messages/app-messages.ts';

test('waiting edits that are too long for one text are a failure that names the way out', async () => {
  const queries = { pendingAsJson: async () => null };
  const handlers = appHandlers({ queries, clock: { yieldToEventLoop: async () => undefined } } as never);
  const reply = await handlers['app.exportPending']();
  expect(reply).toEqual(pendingText(null));
  if (reply.ok) throw new Error('a text');
  expect(failureMessage(reply.failure).message).toContain('--export-pending');
});
