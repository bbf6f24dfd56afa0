import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { PageFiles } from '../hosting/page-files.ts';
import type { Core, Log } from '../host.ts';
import { pageListener } from './pages.ts';
import { Session } from './session.ts';
import { largestMessageBytes, serveSocket } from './socket.ts';

const mostSockets = 50;

export type WebHostPorts = { readonly core: Core; readonly files: PageFiles; readonly log: Log };

export type WebHost = {
  /** The address to open, with the secret in it. */
  readonly address: string;
  /** Closes every connection and the port. The core stays open. */
  readonly close: () => Promise<void>;
};

/**
 * Serves the page and its WebSocket on the loopback address only.
 *
 * @param port 0 for any free port
 * @throws {PortRefusedError} when the system refuses the port
 */
export async function openWebHost({ core, files, log }: WebHostPorts, port: number): Promise<WebHost> {
  const server = createServer({ requestTimeout: 10_000 });
  const session = new Session(await listen(server, port));
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes });
  server.on('request', pageListener(session, files, log.error));
  server.on('upgrade', (request, stream, head) => {
    const isOwnPage = session.isAddressed(request.headers) && request.headers.origin !== undefined;
    const isAdmitted = isOwnPage && session.hasCookie(request.headers) && request.url === '/bridge';
    if (!isAdmitted || sockets.clients.size >= mostSockets) return refuse(stream);
    sockets.handleUpgrade(request, stream, head, (socket) => serveSocket(socket, core));
  });
  return {
    address: session.address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.clients) socket.terminate();
        server.closeAllConnections();
      }),
  };
}

/** The system refused a port: it is taken, or needs rights that the person lacks. */
export class PortRefusedError extends Error {
  constructor(port: number, cause: Error) {
    super(`Port ${port} cannot be used (${cause.message}). Choose another with --port, or any with --port 0.`, {
      cause,
    });
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new PortRefusedError(port, error)));
    server.listen({ host: '127.0.0.1', port }, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('A TCP server has a TCP address');
      resolve(address.port);
    });
  });
}

function refuse(stream: Duplex): void {
  stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
