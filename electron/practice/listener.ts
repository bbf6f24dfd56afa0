import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { errorBody, JSON_TYPE, jsonResponse, commonHeaders } from './http.ts';
import type { RequestHandler } from './service.ts';

/** An HTTP server on the loopback address. */
export type Listener = {
  readonly port: number;
  dropConnections(): void;
  close(): Promise<void>;
};

export type ListenOptions = {
  /** 0 for any free port. */
  readonly port: number;
  /** Decides about each new connection; a refused connection is closed at once. */
  readonly accepts: () => boolean;
};

const LOOPBACK = '127.0.0.1';

/** Opens an HTTP server. @throws Error EADDRINUSE when the port is taken */
export async function listen(answering: RequestHandler, { port, accepts }: ListenOptions): Promise<Listener> {
  const server = createServer((incoming, outgoing) => {
    const answer = (request: Request) => answering(request, { incoming, outgoing });
    // The adapter may not replace the global `Request` and `Response`: in tests other code of the process uses them.
    void getRequestListener(answer, { overrideGlobalObjects: false, errorHandler: failureAnswer })(incoming, outgoing);
  });
  server.on('connection', (socket) => {
    if (!accepts()) socket.destroy();
  });
  server.on('clientError', (_error, socket) => refuseUnparsed(socket));
  await started(server, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    port: address.port,
    dropConnections: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The response to an invalid request, such as one with a bad Host header, and to a bug outside the routes. */
function failureAnswer(error: unknown): Response {
  const status = error instanceof RequestError ? 400 : 500;
  const message = status === 400 ? 'malformed request' : 'the practice service failed';
  const answer = jsonResponse(errorBody(status, message), status);
  for (const [name, value] of Object.entries(commonHeaders(randomUUID()))) answer.headers.set(name, value);
  return answer;
}

/** Answers bytes that are not HTTP: Node's default response lacks the headers of every response (`clientError`). */
function refuseUnparsed(socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(errorBody(400, 'malformed request'));
  const headers = {
    Date: new Date().toUTCString(),
    'Content-Type': JSON_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...commonHeaders(randomUUID()),
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(['HTTP/1.1 400 Bad Request', ...head, '', body].join('\r\n'));
}

function started(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
