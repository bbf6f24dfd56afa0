import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { publicKeyOf, signatureOf } from '../../electron/package/update-feed.mjs';
import { Updates, type UpdatesPorts } from '../../electron/updates/updates.ts';
import { noUpdates, type UpdateChoice } from '../../src/domain/updates/update-state.ts';
import { temporaryDirectory } from '../support/database.ts';
import { httpServer } from '../support/http-server.ts';
import { ManualClock } from '../support/manual-clock.ts';

export const pem = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
export const privateKey = pem();
export const content = Buffer.alloc(3_000_000, 'package');
export const name = 'pinfold-2.0.0-linux-amd64.deb';
const sha512 = createHash('sha512').update(content).digest('hex');
export const file = { name, kind: 'deb', arch: 'x64', sizeBytes: content.length, sha512 };
export const feedText = (over: object = {}): string =>
  JSON.stringify({ schema: 1, version: '2.0.0', rolloutPercent: 100, files: [file], ...over });

export type Release = {
  readonly feed?: string;
  readonly signature?: string;
  readonly content?: Buffer;
  /** Bytes of the package after which the connection breaks. */
  readonly cutAfter?: number;
  /** Whether the package stops coming there, and the connection stays. */
  readonly stalls?: boolean;
};

/** A page of releases on this computer, and a program that looks there. */
export async function world(release: Release = {}, over: Partial<UpdatesPorts> = {}) {
  const feed = release.feed ?? feedText();
  const served: Record<string, Buffer> = {
    'pinfold-updates.json': Buffer.from(feed),
    'pinfold-updates.json.sig': Buffer.from(release.signature ?? signatureOf(feed, privateKey)),
    [name]: release.content ?? content,
  };
  const server = await httpServer(({ path }, response) => {
    const [, folder, asked = ''] = path.split('/');
    // As hosts of releases do: the address of the newest leads to where the file lies.
    if (folder === 'latest') return response.writeHead(302, { Location: `/files/${asked}` }).end();
    const body = served[asked];
    if (body === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Length': body.length });
    if (asked !== name || release.cutAfter === undefined) return response.end(body);
    return response.write(body.subarray(0, release.cutAfter), () => release.stalls === true || response.destroy());
  });
  const directory = join(temporaryDirectory(), 'updates');
  const clock = new ManualClock();
  const stored: { choice: UpdateChoice } = { choice: noUpdates };
  const bugs: unknown[] = [];
  const updates = new Updates({
    source: { url: `${server.origin}/latest`, publicKey: publicKeyOf(privateKey) },
    notesUrl: 'https://releases.test/latest',
    installation: { version: '1.0.0', kind: 'deb', arch: 'x64' },
    directory,
    running: null,
    choice: { read: () => stored.choice, write: (changed) => (stored.choice = changed) },
    fetch: globalThis.fetch,
    allowsLoopback: true,
    held: { wait: async () => undefined, platform: 'win32' },
    nowMs: clock.nowMs,
    wakeAt: clock.wakeAt,
    random: () => 0.5,
    announce: () => undefined,
    report: (error) => bugs.push(error),
    ...over,
  });
  const left = (): readonly string[] => (existsSync(directory) ? readdirSync(directory) : []);
  const asked = (): readonly string[] => server.arrived.map(({ path }) => path);
  return { updates, directory, clock, stored, left, asked, bugs };
}

/** How a look, and a download after it, ends. */
export async function ended(release: Release = {}, over: Partial<UpdatesPorts> = {}) {
  const one = await world(release, over);
  await one.updates.check();
  if (one.updates.state.kind === 'available') await one.updates.download();
  return { ...one, kind: one.updates.state.kind, problem: one.updates.problem };
}

export const addressOf = (input: string | URL | Request): string =>
  input instanceof Request ? input.url : input.toString();
