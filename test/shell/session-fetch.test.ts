import { EventEmitter } from 'node:events';
import type { ClientRequest, ClientRequestConstructorOptions, FromPartitionOptions, Session } from 'electron';
import { expect, test } from 'vitest';
import { servicesSession, sessionFetch } from '../../electron/shell/session-fetch.ts';

const ours = {} as Session;

class Request extends EventEmitter {
  readonly setHeader = (): void => undefined;
  readonly end = (): void => undefined;
  readonly abort = (): boolean => this.emit('abort');
}

/** An answer of Chromium whose bytes a test sends, and its body as the core reads it. */
async function answered() {
  const request = new Request();
  const response = Object.assign(new EventEmitter(), { statusCode: 200, headers: {} });
  const asked: ClientRequestConstructorOptions[] = [];
  const fetch = sessionFetch((options) => {
    asked.push(options);
    return request as unknown as ClientRequest;
  }, ours);
  const answer = fetch(
    { url: 'https://service.test', method: 'GET', headers: [], body: null },
    new AbortController().signal,
  );
  request.emit('response', response);
  const { body } = await answer;
  return { response, body: body!, asked };
}

test('no cache keeps an answer, or gives one: each request says so, and so does the session of services', async () => {
  const made: [string, FromPartitionOptions | undefined][] = [];
  const session = servicesSession({
    fromPartition: (name, options) => {
      made.push([name, options]);
      return ours;
    },
  });
  expect([session, made]).toEqual([ours, [['services', { cache: false }]]]);
  const { asked } = await answered();
  expect(asked).toEqual([
    {
      ...{ url: 'https://service.test', method: 'GET', session: ours },
      ...{ redirect: 'manual', useSessionCookies: false, cache: 'no-store' },
    },
  ]);
});

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
