import { createServer, type IncomingHttpHeaders } from 'node:http';

type Asked = { readonly path: string; readonly headers: IncomingHttpHeaders };

/** A gateway on this computer. */
export type GatewayServer = {
  readonly origin: string;
  /** Every request, oldest first. */
  readonly asked: readonly Asked[];
  /** What it answers to the address of a CID; any other is not found. */
  readonly contents: Map<string, Buffer>;
  close(): Promise<void>;
};

export async function startGateway(): Promise<GatewayServer> {
  const asked: Asked[] = [];
  const contents = new Map<string, Buffer>();
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ path: url, headers });
    // It hands out no blocks, and so leaves the query unread.
    const body = contents.get(url.replace(/\?.*/, ''));
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': 'image/png', 'Set-Cookie': 'who=me' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port');
  return {
    ...{ asked, contents, origin: `http://127.0.0.1:${address.port}` },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
