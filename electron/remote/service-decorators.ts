import type { RateLimit } from './rate-limit.ts';
import type { Answer, Service } from './service.ts';

/** The same service, with every call waiting for its turn; one whose caller gives up while waiting is never sent. */
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

const refused = async (): Answer<never> => ({ ok: false, failure: { kind: 'notSent', detail: 'there is no token' } });

/** What stands in for a service while its token is missing: asks nobody. */
export const unauthenticatedService: Service = {
  updateFile: refused,
  readFile: refused,
  listFiles: refused,
  listKeys: refused,
  signature: refused,
};

/** The empty update is the contract's own way to read a record: it asks for nothing. */
const EMPTY_UPDATE = '{}';

/** The same service, to which nothing that could change it is sent while `isReadOnly`; asked again for every call. */
export const readOnlyService = (service: Service, isReadOnly: () => boolean): Service => ({
  updateFile: async (network, id, body, signal) =>
    isReadOnly() && body !== EMPTY_UPDATE
      ? { ok: false, failure: { kind: 'notSent', detail: 'this connection is read-only' } }
      : await service.updateFile(network, id, body, signal),
  readFile: (...words) => service.readFile(...words),
  listFiles: (...words) => service.listFiles(...words),
  listKeys: (...words) => service.listKeys(...words),
  signature: (...words) => service.signature(...words),
});
