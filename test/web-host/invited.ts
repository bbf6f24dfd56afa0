import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { pageFiles } from '../../electron/hosting/page-files.ts';
import { openWebHost, type WebHost } from '../../electron/web-host/web-host.ts';
import { type FakeCore, fakeCore, silentLog } from '../hosting/fake-core.ts';

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

/** A web host on a free port over a fake core, closed after the test, and the cookie of an invited browser. */
export async function invitedHost(): Promise<{ host: WebHost; core: FakeCore } & Entered> {
  const directory = mkdtempSync(join(tmpdir(), 'pinfold-web-host-'));
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Pinfold</title>');
  const core = fakeCore();
  const host = await openWebHost({ core, files: pageFiles(directory), log: silentLog }, 0);
  onTestFinished(async () => {
    await host.close();
    rmSync(directory, { recursive: true });
  });
  return { host, core, ...(await enter(host.newAddress())) };
}

/** What a browser has after it entered. */
export type Entered = { readonly origin: string; readonly cookie: string; readonly secret: string };

/** Enters by an address as a browser and the page do. */
export async function enter(address: string): Promise<Entered> {
  const { origin } = new URL(address);
  const { headers } = await request(address);
  const [cookie = ''] = headers['set-cookie']?.[0]?.split(';') ?? [];
  const [, invitation = ''] = headers.location?.split('#invitation=') ?? [];
  const { body } = await request(`${origin}/socket-secret`, { cookie, 'pinfold-invitation': invitation });
  return { origin, cookie, secret: body.trim() };
}

export function request(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers, method, agent: false }, (response) => {
      void text(response).then((body) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asked.on('error', reject);
  });
}

/**
 * @param secret the secret of the socket, which is a subprotocol and no header
 * @throws when the host refuses the socket
 */
export function connect(
  origin: string,
  { secret, ...headers }: Record<string, string>,
  path = '/bridge',
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const protocols = secret === undefined ? [] : ['pinfold', secret];
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, protocols, { headers });
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** @returns the next thing the host says, as data */
export const nextMessage = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => socket.once('message', (message) => resolve(JSON.parse((message as Buffer).toString()))));

export const closing = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once('close', (code) => resolve(code)));
