import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { answer, send, type ServedFile, servedFile, servedId } from '../support/standalone-service.ts';
import type { Random } from '../simulation/random.ts';
import type { Event, Fields } from './checker/history.ts';

/** What lies between one workstation and the service. `lossy`: now and then an answer is lost after its update. */
export type Line = 'up' | 'down' | 'lossy';

export type SharedService = {
  /** What it answered so far; whoever runs the workstations adds what was told to people. */
  readonly events: Event[];
  readonly note: (event: WithoutTime<Event>) => void;
  /** A door of its own for one workstation. */
  readonly doorFor: (station: string) => Promise<Door>;
  readonly state: () => Record<string, Fields>;
  readonly close: () => Promise<void>;
};
export type Door = {
  readonly baseUrl: string;
  line: Line;
  /** Requests that arrived, those without an answer too. */
  arrived: number;
};

type WithoutTime<Any> = Any extends unknown ? Omit<Any, 'atMs'> : never;

/** Values with this sign are refused, as a service may refuse what it does not like. */
export const REFUSED = '!';

/**
 * One service for several workstations, each of which has a line of its own to it. The answers come from a service that
 * shares no line with the app; what it reads and writes is written down as it happens.
 */
export function sharedService(files: number, random: Random): SharedService {
  const held = new Map(Array.from({ length: files }, (_, number) => [servedId(number), servedFile(number)]));
  const beganMs = performance.now();
  const events: Event[] = [];
  const servers: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];
  const note: SharedService['note'] = (event) => void events.push({ ...event, atMs: performance.now() - beganMs });

  const respond = async (station: string, door: Door, request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    door.arrived += 1;
    if (door.line === 'down') return void response.destroy();
    const url = new URL(request.url ?? '/', 'http://service');
    const asked = { method: request.method ?? 'GET', url, body };
    const file = held.get(url.pathname.split('/')[4] ?? '');
    if (file !== undefined && asked.method === 'PUT' && body.includes(REFUSED)) {
      note({ kind: 'refusal', station, file: file.id, asked: fieldsAsked(body) });
      return send(response, { status: 422, body: { error: { code: 422, message: 'This value is not liked here' } } });
    }
    const before = file === undefined ? {} : fieldsOf(file);
    const answered = answer(asked, held, {});
    if (file !== undefined && asked.method === 'PUT')
      note({ kind: 'write', station, file: file.id, asked: fieldsAsked(body), before, after: fieldsOf(file) });
    else if (file !== undefined) note({ kind: 'read', station, file: file.id, fields: before });
    if (door.line === 'lossy' && asked.method === 'PUT' && random.chance(0.3)) return void response.destroy();
    send(response, answered);
  };

  return {
    events,
    note,
    doorFor: async (station) => {
      const door: { baseUrl: string; line: Line; arrived: number } = { baseUrl: '', line: 'up', arrived: 0 };
      const server = createServer((request, response) => {
        // A workstation that was killed no longer hears.
        respond(station, door, request, response).catch(() => response.destroy());
      });
      const sockets = new Set<Socket>();
      server.on('connection', (socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      servers.push({ server, sockets });
      door.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
      return door;
    },
    state: () => Object.fromEntries([...held.values()].map((file) => [file.id, fieldsOf(file)])),
    close: async () => {
      for (const { server, sockets } of servers) {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

const fieldsOf = ({ name, keyvalues }: Pick<ServedFile, 'name' | 'keyvalues'>): Fields => ({
  name,
  ...ofPairs(keyvalues),
});

function fieldsAsked(body: string): Fields {
  const { name, keyvalues = {} } = JSON.parse(body) as { name?: string; keyvalues?: Record<string, unknown> };
  return { ...(name === undefined ? {} : { name }), ...ofPairs(keyvalues) };
}

const ofPairs = (keyvalues: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(
    Object.entries(keyvalues).map(([key, value]) => [`key:${key}`, typeof value === 'string' ? value : null]),
  );
