import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type Proxy = {
  readonly address: string;
  /** Where tunnels were asked for, oldest first. */
  readonly asked: readonly string[];
  /** Every byte that went through to the other side, as text. */
  readonly carried: () => string;
};

type Refusal = { readonly status: number; readonly words: string };

/** A real forward proxy on this computer. Every tunnel ends at `port` here, whatever host was asked for. */
export async function forwardProxy(port: number, refusal: Refusal | null = null): Promise<Proxy> {
  const asked: string[] = [];
  let carried = '';
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connection', (socket) => void sockets.add(socket));
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    asked.push(request.url ?? '');
    client.on('error', () => undefined);
    if (refusal !== null) {
      const { status, words } = refusal;
      return client.end(
        `HTTP/1.1 ${status} No\r\nContent-Type: text/html\r\nContent-Length: ${words.length}\r\n\r\n${words}`,
      );
    }
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      client.on('data', (bytes) => (carried += bytes.toString('latin1')));
      client.pipe(upstream).pipe(client);
    });
    sockets.add(upstream);
    upstream.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port: own } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${own}`, asked, carried: () => carried };
}
