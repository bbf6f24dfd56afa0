import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { PageFiles } from '../hosting/page-files.ts';
import type { Core, Log } from '../host.ts';
import { pageListener } from './pages.ts';
import { Session, subprotocol } from './session.ts';
import { largestMessageBytes, serveSocket } from './socket.ts';

/** Bounds what others on this computer can hold open. */
export type WebHostLimits = {
  /** Connections at a time, those of the pages included. */
  readonly connections: number;
  /** Sockets of pages at a time. */
  readonly pages: number;
  /** The time for the headers of a request, and between two requests. */
  readonly headersMs: number;
  /** The time for a whole request. */
  readonly requestMs: number;
  /** The time without a byte, as of a browser that stops reading. */
  readonly silentMs: number;
};

const usualLimits: WebHostLimits = {
  connections: 200,
  pages: 50,
  headersMs: 5_000,
  requestMs: 10_000,
  silentMs: 30_000,
};

export type WebHostPorts = { readonly core: Core; readonly files: PageFiles; readonly log: Log };

export type WebHost = {
  /** Makes an address to open. It admits one browser, within a minute. */
  readonly newAddress: () => string;
  /** Closes every connection and the port. The core stays open. */
  readonly close: () => Promise<void>;
};

/**
 * Serves the page and its WebSocket on the loopback address only.
 *
 * @param port 0 for any free port
 * @throws {PortRefusedError} when the system refuses the port
 */
export async function openWebHost(
  { core, files, log }: WebHostPorts,
  port: number,
  given: Partial<WebHostLimits> = {},
): Promise<WebHost> {
  const limits = { ...usualLimits, ...given };
  const server = boundedServer(limits);
  const session = new Session(await listen(server, port));
  // The system reports failed accepts here, such as EMFILE; the host goes on with the connections that it has.
  server.on('error', log.error);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessageBytes,
    // The answer names no secret.
    handleProtocols: () => subprotocol,
  });
  server.on('request', pageListener(session, files, log.error));
  server.on('upgrade', (request, stream, head) => {
    const isAdmitted = request.url === '/bridge' && session.opensBridge(request.headers);
    if (!isAdmitted || sockets.clients.size >= limits.pages) return refuse(stream);
    sockets.handleUpgrade(request, stream, head, (socket) => serveSocket(socket, core));
  });
  return {
    newAddress: () => session.newAddress(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.clients) socket.terminate();
        server.closeAllConnections();
      }),
  };
}

/** The limits of time hold for connections without a byte too (Node.js, `http.Server`). */
function boundedServer({ connections, headersMs, requestMs, silentMs }: WebHostLimits): Server {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: headersMs,
    connectionsCheckingInterval: headersMs,
  });
  server.maxConnections = connections;
  server.timeout = silentMs;
  return server;
}

/** The system refused a port: it is taken, or needs rights that the person lacks. */
export class PortRefusedError extends Error {
  constructor(port: number, cause: Error) {
    super(`Port ${port} cannot be used (${cause.message}). Choose another with --port, or any with --port 0.`, {
      cause,
    });
  }
}

/** Ports that browsers block in every address, because other protocols live there (Fetch Standard, "Port blocking"). */
const blocked: ReadonlySet<number> = new Set([
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
  ...[5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

function listen(server: Server, port: number): Promise<number> {
  if (blocked.has(port)) throw new PortRefusedError(port, new Error('no browser opens a page on it'));
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new PortRefusedError(port, error)));
    server.listen({ host: '127.0.0.1', port }, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('A TCP server has a TCP address');
      resolve(address.port);
    });
  });
}

/**
 * Answers an upgrade that is not admitted. Node.js leaves such a socket to this code (`http.Server`, "upgrade"): without
 * a listener its first error would end the process, and a half-closed socket would stay until the other side hangs up.
 */
function refuse(stream: Duplex): void {
  stream.on('error', () => stream.destroy());
  stream.on('finish', () => stream.destroy());
  stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
