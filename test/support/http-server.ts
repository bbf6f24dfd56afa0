import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createNetServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** One request as it arrived. */
export type Arrived = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<IncomingMessage['headers']>;
  readonly body: string;
};

/** A promise that it returns is waited for. */
export type Script = (arrived: Arrived, response: ServerResponse) => unknown;

export type HttpServer = {
  readonly origin: string;
  readonly baseUrl: string;
  /** Every request read to its end, oldest first. */
  readonly arrived: readonly Arrived[];
  /** Connections taken, whether or not a request came over them. */
  readonly connections: () => number;
};

/** A real server on this computer that answers as told; gone when the test is. */
export async function httpServer(script: Script): Promise<HttpServer> {
  const arrived: Arrived[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    arrived.push(one);
    await script(one, response);
  };
  const server = createServer((request, response) => void answer(request, response));
  return { ...(await listening(server)), arrived };
}

/** A server below HTTP: what it says, and when it hangs up, is up to the script. */
export async function socketServer(script: (socket: Socket) => void): Promise<Omit<HttpServer, 'arrived'>> {
  return await listening(
    createNetServer((socket) => {
      socket.on('error', () => undefined);
      script(socket);
    }),
  );
}

async function listening(server: Server): Promise<Omit<HttpServer, 'arrived'>> {
  const sockets = new Set<Socket>();
  let taken = 0;
  server.on('connection', (socket: Socket) => {
    taken++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${portOf(server)}`;
  return { origin, baseUrl: `${origin}/v3`, connections: () => taken };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

/** A port on which nothing listens: one that was free a moment ago. */
export async function closedPort(): Promise<number> {
  const server = createNetServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export type AnswerHeaders = Readonly<Record<string, string>>;

/** Answers every request alike. A `body` that is no string is sent as JSON. */
export const answering =
  (status: number, body: unknown, headers: AnswerHeaders = {}): Script =>
  (_arrived, response) => {
    const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers }).end(text);
  };
