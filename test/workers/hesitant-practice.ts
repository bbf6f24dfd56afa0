import { createServer, type ServerResponse } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** A practice service that answers the first change of its settings only when somebody edits a file of it. */
const server = createServer((request, response) => {
  request.resume().on('end', () => answer(request.url ?? '', response));
});
let firstChange: ServerResponse | null = null;
let isEdited = false;

function answer(path: string, response: ServerResponse): void {
  if (path === '/switches' && firstChange === null && !isEdited) {
    firstChange = response;
    return;
  }
  if (path === '/edit-file') {
    isEdited = true;
    firstChange?.end('{}');
  }
  response.end('{}');
}

parentPort?.on('message', () => {
  server.closeAllConnections();
  server.close();
  parentPort?.close();
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const tokens = { controlToken: 'a control token', adminToken: 'a.b.c' };
  parentPort?.postMessage({ kind: 'ready', baseUrl: `${origin}/v3`, controlUrl: origin, ...tokens });
});
