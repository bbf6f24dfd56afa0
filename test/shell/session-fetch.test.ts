import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientRequest, ClientRequestConstructorOptions, FromPartitionOptions, Session } from 'electron';
import { expect, test } from 'vitest';
import { servicesSession, sessionFetch } from '../../electron/shell/session-fetch.ts';

const ours = {} as Session;

class Request extends EventEmitter {
  readonly setHeader = (): void => undefined;
  readonly end = (): void => undefined;
  readonly abort = (): boolean => this.emit('abort');
}

/** An answer of Chromium whose bytes a test sends, and what the core gets of it. */
async function answered(
  head: { statusCode?: number; headers?: Record<string, string | string[]> } = {},
  bytes = new EventEmitter(),
) {
  const request = new Request();
  const response = Object.assign(bytes, { statusCode: 200, headers: {}, ...head });
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
  const { body, headers } = await answer;
  return { response, headers, body: body!, asked };
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

test('an answer comes no faster than it is read: what nobody has read yet stays with the network', async () => {
  let sentBytes = 0;
  const endless = function* (): Generator<Buffer> {
    for (; sentBytes < 500_000_000; sentBytes += 100_000) yield Buffer.alloc(100_000);
  };
  const { body } = await answered({}, Readable.from(endless(), { objectMode: false }));
  for (let turn = 0; turn < 1_000; turn++) await nextTurn();
  expect(sentBytes).toBeLessThan(5_000_000);
  const before = sentBytes;
  let readBytes = 0;
  const reader = body.getReader();
  while (readBytes < 20_000_000) readBytes += (await reader.read()).value?.length ?? NaN;
  expect(sentBytes).toBeGreaterThan(20_000_000);
  expect(sentBytes).toBeLessThan(20_000_000 + 2 * before + 1_000_000);
  await reader.cancel();
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

test('the bytes of a header come as Node gives them, one character each, whatever text Electron took them for', async () => {
  const given = { 'x-name': 'Grüße', 'x-emoji': '📌', 'x-latin': 'Gr\ufffd', 'set-cookie': ['ä=1', 'b=2'] };
  const { headers } = await answered({ headers: given });
  expect(headers).toEqual([
    ['x-name', 'GrÃ¼Ã\u009fe'],
    ['x-emoji', 'ð\u009f\u0093\u008c'],
    ['x-latin', 'Grï¿½'],
    ['set-cookie', 'Ã¤=1, b=2'],
  ]);
});

test.each([200, 204, 205, 304])('an error within an answer with status %i ends no program', async (statusCode) => {
  const { response } = await answered({ statusCode });
  expect(() => response.emit('error', new Error('net::ERR_FAILED'))).not.toThrow();
});
