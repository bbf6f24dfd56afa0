import type { RateLimit } from './rate-limit.ts';
import type { Answer, Service } from './service.ts';

/** The same service, with every call waiting for its turn; one whose caller gives up while waiting is never sent. */
export function limited(service: Service, limit: RateLimit): Service {
  const inTurn = async <T>(signal: AbortSignal, call: () => Answer<T>): Answer<T> => {
    if (await limit.turn(signal)) return await call();
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
