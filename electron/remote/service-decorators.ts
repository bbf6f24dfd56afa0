import type { RateLimit } from './rate-limit.ts';
import type { Answer, Service } from './service.ts';

/** Sends every request of a service when the rate limit allows it. A request aborted while waiting is never sent. */
export function rateLimited(service: Service, limit: RateLimit): Service {
  const inTurn = async <T>(signal: AbortSignal, call: () => Answer<T>): Answer<T> => {
    if (await limit.acquire(signal)) return await call();
    return { ok: false, failure: { kind: 'notSent', detail: 'given up before it was sent' } };
  };
  return {
    updateFile: (network, id, body, signal) => inTurn(signal, () => service.updateFile(network, id, body, signal)),
    readFile: (network, id, signal) => inTurn(signal, () => service.readFile(network, id, signal)),
    listFiles: (network, pageToken, limit, signal, ...more) =>
      inTurn(signal, () => service.listFiles(network, pageToken, limit, signal, ...more)),
    listKeys: (offset, revoked, signal, narrowed) =>
      inTurn(signal, () => service.listKeys(offset, revoked, signal, narrowed)),
    signature: (network, cid, signal) => inTurn(signal, () => service.signature(network, cid, signal)),
  };
}

const noToken = async (): Answer<never> => ({ ok: false, failure: { kind: 'notSent', detail: 'there is no token' } });

/** Stands in for the service of a connection without a token. Sends nothing; every call fails with `notSent`. */
export const unauthenticatedService: Service = {
  updateFile: noToken,
  readFile: noToken,
  listFiles: noToken,
  listKeys: noToken,
  signature: noToken,
};

/** An update without fields changes nothing: the interface's own way to read a record. */
const EMPTY_UPDATE = '{}';

/** Refuses updates of a service while `isReadOnly` says so. Every call asks again. */
export const readOnlyService = (service: Service, isReadOnly: () => boolean): Service => ({
  updateFile: async (network, id, body, signal) =>
    isReadOnly() && body !== EMPTY_UPDATE
      ? { ok: false, failure: { kind: 'notSent', detail: 'this connection is read-only' } }
      : await service.updateFile(network, id, body, signal),
  readFile: (...input) => service.readFile(...input),
  listFiles: (...input) => service.listFiles(...input),
  listKeys: (...input) => service.listKeys(...input),
  signature: (...input) => service.signature(...input),
});
