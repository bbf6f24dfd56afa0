import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Made for tests alone and trusted by nobody: it vouches for itself as `service.test`, until the year 2126. */
export const certificatePath = fileURLToPath(new URL('certificates/service.test.pem', import.meta.url));
const keyPath = fileURLToPath(new URL('certificates/service.test.key.pem', import.meta.url));

export type TlsServer = {
  readonly port: number;
  readonly authorizations: readonly (string | undefined)[];
  /** How many connections are over, with a request or without. */
  readonly ended: () => number;
};

/** A real https server on this computer that answers every request with the same JSON. */
export async function tlsServer(answer: unknown): Promise<TlsServer> {
  const authorizations: (string | undefined)[] = [];
  const server = createServer(
    { cert: readFileSync(certificatePath), key: readFileSync(keyPath) },
    (request, response) => {
      authorizations.push(request.headers.authorization);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    },
  );
  server.on('tlsClientError', () => undefined);
  let ended = 0;
  server.on('connection', (socket: Socket) => socket.once('close', () => (ended += 1)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, authorizations, ended: () => ended };
}
