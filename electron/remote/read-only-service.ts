import type { Service } from './service.ts';

/** The empty update is the contract's own way to read a record: it asks for nothing. */
const ASKS_FOR_NOTHING = '{}';

/** The same service, to which nothing that could change it is sent while `isReadOnly`; asked again for every call. */
export const readingOnly = (service: Service, isReadOnly: () => boolean): Service => ({
  updateFile: async (network, id, body, signal) =>
    isReadOnly() && body !== ASKS_FOR_NOTHING
      ? { ok: false, failure: { kind: 'notSent', detail: 'this connection is read-only' } }
      : await service.updateFile(network, id, body, signal),
  readFile: (...words) => service.readFile(...words),
  listFiles: (...words) => service.listFiles(...words),
  listKeys: (...words) => service.listKeys(...words),
  signature: (...words) => service.signature(...words),
});
