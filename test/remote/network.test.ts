import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fakeId } from '../support/fake-service.ts';
import { answering, closedPort, httpServer, socketServer } from '../support/http-server.ts';
import { tlsServer } from '../support/tls-server.ts';
import { httpService } from '../../electron/remote/http-service.ts';
import { canary, connected, failureOf, never, okBody, rename, renaming } from './asking.ts';

/** Calls back once the body of a request is with the system, though nobody may have read it. */
function onceSent(act: () => void): void {
  const sent = (): void => {
    unsubscribe('undici:request:bodySent', sent);
    act();
  };
  subscribe('undici:request:bodySent', sent);
}

const okText = JSON.stringify(okBody);
const whole = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(okText)}\r\n\r\n${okText}`;

describe('before a byte is sent', () => {
  test('a refused connection', async () => {
    const service = connected(`http://127.0.0.1:${await closedPort()}`);
    expect(failureOf(await rename(service))).toEqual({
      kind: 'notSent',
      detail: 'the connection was refused (ECONNREFUSED)',
    });
  });

  test('a host that does not exist', async () => {
    const failure = failureOf(await rename(connected('https://no-such-host.invalid')));
    expect(failure.kind).toBe('notSent');
  });

  test('an IPv6 address that leads nowhere keeps no request from the IPv4 one beside it', async () => {
    const server = await httpServer(answering(200, okBody));
    const [names, program] = [
      new URL('ipv6-to-nowhere.ts', import.meta.url),
      new URL('ask-in-child.ts', import.meta.url),
    ];
    const asked = [server.baseUrl.replace('127.0.0.1', 'localhost'), fakeId(1)];
    const words = ['--import', names.href, fileURLToPath(program), ...asked];
    const env = { PATH: process.env['PATH'], ASKING_TOKEN: canary };
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    expect(JSON.parse(stdout)).toEqual({ ok: true });
    expect(server.arrived).toHaveLength(1);
  });

  test('a certificate nobody vouches for, and a server that speaks no TLS', async () => {
    const { port, authorizations } = await tlsServer(okBody);
    expect(failureOf(await rename(connected(`https://127.0.0.1:${port}`)))).toEqual({
      kind: 'notSent',
      detail: 'the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
    expect(authorizations).toEqual([]);
    const plain = await httpServer(answering(200, okBody));
    const failure = failureOf(await rename(connected(plain.baseUrl.replace('http:', 'https:'))));
    expect(failure).toMatchObject({ kind: 'notSent' });
    expect(plain.arrived).toEqual([]);
  });

  test('a request aborted before it starts', async () => {
    const server = await httpServer(answering(200, okBody));
    const failure = failureOf(await rename(connected(server.baseUrl), AbortSignal.abort()));
    expect(failure).toEqual({ kind: 'notSent', detail: 'given up before it was sent' });
    expect(server.connections()).toBe(0);
  });
});

describe('after bytes were sent', () => {
  test('a reset before the request was read', async () => {
    const { baseUrl } = await socketServer((socket) => {
      socket.pause();
      onceSent(() => socket.resetAndDestroy());
    });
    expect(failureOf(await rename(connected(baseUrl)))).toMatchObject({ kind: 'noAnswer' });
  });

  test('a reset after the request was read', async () => {
    const { baseUrl } = await socketServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(failureOf(await rename(connected(baseUrl)))).toMatchObject({ kind: 'noAnswer' });
  });

  test('an end without an answer', async () => {
    const { baseUrl } = await socketServer((socket) => socket.once('data', () => socket.end()));
    expect(failureOf(await rename(connected(baseUrl)))).toMatchObject({ kind: 'noAnswer' });
  });

  test('an answer that is not HTTP', async () => {
    const { baseUrl } = await socketServer((socket) =>
      socket.once('data', () => socket.end('220 mail.example.com ESMTP\r\n')),
    );
    expect(failureOf(await rename(connected(baseUrl)))).toMatchObject({ kind: 'noAnswer' });
  });

  test('headers larger than anybody needs', async () => {
    const { baseUrl } = await socketServer((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`)),
    );
    expect(failureOf(await rename(connected(baseUrl)))).toMatchObject({ kind: 'noAnswer' });
  });

  test('no answer in time', async () => {
    const failure = failureOf(await renaming(() => undefined, { headersMs: 50 }));
    expect(failure).toEqual({ kind: 'noAnswer', detail: 'no answer in time' });
  });

  test('headers in time and then silence', async () => {
    const failure = failureOf(
      await renaming(
        (_arrived, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).write('{'),
        {
          headersMs: 30_000,
          totalMs: 500,
        },
      ),
    );
    expect(failure).toEqual({ kind: 'noAnswer', detail: 'the answer did not end in time' });
  });

  test('a body that trickles may take longer than the headers, but not for ever', async () => {
    const trickle = (everyMs: number, totalMs: number) =>
      renaming(
        (_arrived, response) => {
          response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders();
          let at = 0;
          const timer = setInterval(() => {
            if (at >= okText.length) return response.end();
            return response.write(okText.slice(at, (at += 20)));
          }, everyMs);
          response.on('close', () => clearInterval(timer));
        },
        { headersMs: 300, totalMs },
      );
    expect((await trickle(30, 30_000)).ok).toBe(true);
    expect(failureOf(await trickle(200, 1_500))).toEqual({
      kind: 'noAnswer',
      detail: 'the answer did not end in time',
    });
  });

  test('giving up while waiting, and while reading', async () => {
    const waiting = new AbortController();
    const silent = await httpServer(() => waiting.abort());
    expect(failureOf(await rename(connected(silent.baseUrl), waiting.signal))).toEqual({
      kind: 'noAnswer',
      detail: 'given up before an answer came',
    });
    const reading = new AbortController();
    const slow = await httpServer((_arrived, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
    });
    const fetch: typeof globalThis.fetch = async (...asked) => {
      const response = await globalThis.fetch(...asked);
      setImmediate(() => reading.abort());
      return response;
    };
    const service = httpService({ baseUrl: slow.baseUrl, token: canary, fetch });
    expect(failureOf(await rename(service, reading.signal))).toEqual({
      kind: 'noAnswer',
      detail: 'given up before the answer was complete',
    });
  });

  test('an answer cut after any of its bytes is never a success', async () => {
    const outcomes = new Set<string>();
    for (let cut = 0; cut < whole.length; cut += 3) {
      const { baseUrl } = await socketServer((socket) => socket.once('data', () => socket.end(whole.slice(0, cut))));
      outcomes.add(failureOf(await rename(connected(baseUrl))).kind);
    }
    expect([...outcomes].sort()).toEqual(['malformed', 'noAnswer']);
    const { baseUrl } = await socketServer((socket) => socket.once('data', () => socket.end(whole)));
    expect((await rename(connected(baseUrl))).ok).toBe(true);
  });

  test('the answer to a request is not believed for the next one when two are sent', async () => {
    const twice = await socketServer((socket) => socket.on('data', () => socket.write(whole + whole)));
    const service = connected(twice.baseUrl);
    expect((await rename(service)).ok).toBe(true);
    expect((await service.readFile('public', fakeId(2), never)).ok).toBe(false);
  });
});

describe('too much', () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, '['));

  test('a small gzip that unpacks to a hundred megabytes is cut at the limit', async () => {
    const beforeBytes = process.memoryUsage.rss();
    const failure = failureOf(await renaming(answering(200, bomb, { 'Content-Encoding': 'gzip' })));
    expect(failure).toEqual({
      kind: 'malformed',
      detail: 'the answer is larger than any this app asks for',
      requestId: null,
      tooLarge: true,
    });
    expect(process.memoryUsage.rss() - beforeBytes).toBeLessThan(100 * 1024 * 1024);
  });

  test('the same in a refusal is still that refusal', async () => {
    const failure = failureOf(await renaming(answering(403, bomb, { 'Content-Encoding': 'gzip' })));
    expect(failure).toMatchObject({ kind: 'answered', status: 403 });
  });

  test('bytes that are not what their encoding says are cut short', async () => {
    const failure = failureOf(await renaming(answering(200, okText, { 'Content-Encoding': 'gzip' })));
    expect(failure).toEqual({ kind: 'malformed', detail: 'the answer was cut short', requestId: null });
  });

  test('the limit counts bytes, for a record and for a list', async () => {
    const bytes = Buffer.byteLength(okText);
    expect((await renaming(answering(200, okText), { recordBytes: bytes })).ok).toBe(true);
    expect((await renaming(answering(200, okText), { recordBytes: bytes - 1 })).ok).toBe(false);
    const { baseUrl } = await httpServer(answering(200, { keys: [], count: 0 }));
    expect((await connected(baseUrl, { listBytes: 10 }).listKeys(0, null, never)).ok).toBe(false);
    expect((await connected(baseUrl, { recordBytes: 10 }).listKeys(0, null, never)).ok).toBe(true);
  });
});
