import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** A practice service that ends unasked when somebody edits a file of it, and answers everything else. */
const server = createServer((request, response) => {
  if (request.url === '/edit-file') process.exit(1);
  request.resume().on('end', () => response.end('{}'));
});

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
