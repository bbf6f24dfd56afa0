import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** The port of a process that is gone may be another program's by now, which need not say anything. */
const ANSWER_MS = 5_000;

/**
 * A process that others can tell from one that is gone: it says a name of its own to whoever connects, and the connection
 * lasts until its end. The number of a process would not do: after a crash another one may have it.
 *
 * @typedef {{ readonly name: string, readonly note: string, readonly end: () => void }} Presence `note` leads others to it
 */

/** @returns {Promise<Presence | null>} null where the system gives no port of this computer */
export async function makePresence() {
  const name = randomUUID();
  const visitors = /** @type {Set<import('node:net').Socket>} */ (new Set());
  const server = createServer((visitor) => {
    visitors.add(visitor.unref());
    visitor.on('error', () => visitor.destroy()).once('close', () => visitors.delete(visitor));
    visitor.write(name);
  }).unref();
  const port = await portOf(server);
  const end = () => {
    server.close();
    for (const visitor of visitors) visitor.destroy();
  };
  return port === null ? null : { name, note: `${port} ${name}`, end };
}

/** @param {import('node:net').Server} server */
async function portOf(server) {
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
  const address = server.address();
  return address === null || typeof address === 'string' ? null : address.port;
}

/**
 * @param {string} note
 * @returns {Promise<import('node:net').Socket | null>} closes with the process that left the note; null when that is gone
 */
export function visit(note) {
  const [port = '', name = ''] = note.split(' ');
  if (name === '') return Promise.resolve(null);
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  return new Promise((resolve) => {
    let said = '';
    const gone = () => {
      socket.destroy();
      resolve(null);
    };
    socket.setTimeout(ANSWER_MS, gone).on('error', gone).on('close', gone);
    socket.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (!name.startsWith(said)) gone();
      if (said !== name) return;
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}
