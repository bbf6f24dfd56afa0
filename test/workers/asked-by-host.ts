import { MessageChannel } from 'node:worker_threads';
import type { ClientRequest, Session } from 'electron';
import { onTestFinished } from 'vitest';
import type { HostFetch, HostPorts } from '../../electron/host.ts';
import { httpService } from '../../electron/remote/http-service.ts';
import type { RequestLimits } from '../../electron/remote/http-request.ts';
import type { Service } from '../../electron/remote/service.ts';
import { sessionFetch } from '../../electron/shell/session-fetch.ts';
import { answerWorker } from '../../electron/workers/host-calls.ts';
import { hostFetch } from '../../electron/workers/host-client.ts';
import type { ToHost } from '../../electron/workers/thread-messages.ts';
import { StandInRequest } from '../electron-stand-in/net-request.ts';
import { canary } from '../remote/asking.ts';

const ours = {} as Session;

/** Asks as Electron's main thread does. */
export const fetchOfHost = sessionFetch((options) => {
  // The session of its own must be named in every single request.
  if (options.session !== ours || options.useSessionCookies !== false) throw new Error('Not the session of services');
  return new StandInRequest(options) as unknown as ClientRequest;
}, ours);

/** The `fetch` of a thread whose host asks so. */
export function fetchThrough(fetch: HostFetch): typeof globalThis.fetch {
  const { port1: thread, port2: host } = new MessageChannel();
  host.on('message', (message: ToHost) => void answerWorker(message, { fetch } as unknown as HostPorts));
  onTestFinished(() => thread.close());
  return hostFetch(thread);
}

/** A service that is asked by the host, over a port as between two threads. */
export const askedByHost = (
  baseUrl: string,
  limits: Partial<RequestLimits> = {},
  around = (fetch: typeof globalThis.fetch): typeof globalThis.fetch => fetch,
): Service => httpService({ baseUrl, token: canary, limits, fetch: around(fetchThrough(fetchOfHost)) });
