import { EventEmitter } from 'node:events';
import type { ClientRequest, Session } from 'electron';
import { expect, test } from 'vitest';
import { sessionFetch } from '../../electron/shell/session-fetch.ts';

class Request extends EventEmitter {
  readonly setHeader = (): void => undefined;
  readonly end = (): void => undefined;
  readonly abort = (): boolean => this.emit('abort');
}

/** An answer of Chromium whose bytes a test sends, and its body as the core reads it. */
async function answered() {
  const request = new Request();
  const response = Object.assign(new EventEmitter(), { statusCode: 200, headers: {} });
  const fetch = sessionFetch(() => request as unknown as ClientRequest, {} as Session);
  const asked = { url: 'https://service.test', method: 'GET', headers: [], body: null };
  const answer = fetch(asked, new AbortController().signal);
  request.emit('response', response);
  const { body } = await answer;
  return { response, body: body! };
}

test('bytes and ends that come after a body was given up are dropped, and break nothing', async () => {
  const { response, body } = await answered();
  await body.cancel();
  for (const event of ['data', 'end', 'aborted', 'error']) response.emit(event, Buffer.from('late'));
  expect(await body.getReader().read()).toEqual({ done: true, value: undefined });
});

test('bytes that come after an answer was cut short do not make it whole', async () => {
  const { response, body } = await answered();
  const read = body.getReader();
  response.emit('data', Buffer.from('half'));
  response.emit('aborted');
  response.emit('data', Buffer.from('late'));
  response.emit('end');
  await expect(read.read()).rejects.toThrow('ended without an answer');
});
