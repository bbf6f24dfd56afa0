import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PracticeServer } from '../../../electron/practice/server.ts';

/** A service whose tokens are mere words: nothing can be read from them, and several belong to one account. */
export type OpaqueService = { readonly baseUrl: string; readonly close: () => Promise<void> };

/** Stands before a practice service, and takes each of these tokens for its administrator's. */
export async function opaqueService(practice: PracticeServer, tokens: readonly string[]): Promise<OpaqueService> {
  const { origin } = new URL(practice.baseUrl);
  const ask = async (request: IncomingMessage): Promise<Response> => {
    const [, token = ''] = (request.headers.authorization ?? '').split(' ');
    if (!tokens.includes(token)) return Response.json({ error: 'unauthorized' }, { status: 401 });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url = '/' } = request;
    const headers = { Authorization: `Bearer ${practice.tokens.admin}`, 'Content-Type': 'application/json' };
    const body = chunks.length === 0 ? null : Buffer.concat(chunks);
    return await fetch(new URL(url, origin), { method, headers, body });
  };
  const server = createServer((request, response) => {
    ask(request).then(
      async (answer) => {
        const text = await answer.text();
        response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v3`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
