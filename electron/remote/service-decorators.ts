import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import { fail, type Result } from '../../src/domain/core/result.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Answer, PacedService, Service } from './service.ts';

type Around = <T>(signal: AbortSignal, call: () => Answer<T>) => Answer<T>;

/** A service of which every call goes through `around`. */
const wrapped = (service: Service, around: Around): Service => ({
  updateFile: (network, id, body, signal) => around(signal, () => service.updateFile(network, id, body, signal)),
  readFile: (network, id, signal) => around(signal, () => service.readFile(network, id, signal)),
  listFiles: (network, pageToken, limit, signal, ...more) =>
    around(signal, () => service.listFiles(network, pageToken, limit, signal, ...more)),
  listKeys: (offset, revoked, signal, narrowed) =>
    around(signal, () => service.listKeys(offset, revoked, signal, narrowed)),
  signature: (network, cid, signal) => around(signal, () => service.signature(network, cid, signal)),
});

const notSent = (detail: string): Result<never, RemoteFailure> => fail({ kind: 'notSent', detail });

/** Sends every request of a service when the rate limit allows it. A request aborted while waiting is never sent. */
export function rateLimited(service: Service, limit: RateLimit): PacedService {
  const inTurn: Around = async (signal, call) => ((await limit.acquire(signal)) ? await call() : notSent(GIVEN_UP));
  return {
    ...wrapped(service, inTurn),
    reserve: async (requests, signal) =>
      (await limit.acquire(signal, requests)) ? reservation(service, limit, requests) : null,
  };
}

const GIVEN_UP = 'given up before it was sent';

function reservation(service: Service, limit: RateLimit, requests: number) {
  let left = requests;
  const reserved: Around = async (signal, call) => {
    if (left > 0) left -= 1;
    else if (!(await limit.acquire(signal, 1, 'first'))) return notSent(GIVEN_UP);
    return await call();
  };
  const release = (): void => {
    limit.giveBack(left);
    left = 0;
  };
  return { service: wrapped(service, reserved), left: () => left, release };
}

/** A service whose requests never wait. */
export const unlimited = (service: Service): PacedService => ({
  ...wrapped(service, (_signal, call) => call()),
  reserve: async () => ({ service, left: () => Infinity, release: () => undefined }),
});

const noToken = async (): Answer<never> => notSent('there is no token');

/** Stands in for the service of a connection without a token. Sends nothing; every call fails with `notSent`. */
export const unauthenticatedService: PacedService = unlimited({
  updateFile: noToken,
  readFile: noToken,
  listFiles: noToken,
  listKeys: noToken,
  signature: noToken,
});

/** The contract's own way to read a record. Probably an update without fields changes nothing; the contract does not say. */
const EMPTY_UPDATE = '{}';

/** Refuses updates of a service while `isReadOnly` says so. Every call asks again. */
export function readOnlyService(service: PacedService, isReadOnly: () => boolean): PacedService {
  const refusing = (inner: Service): Service => ({
    ...wrapped(inner, (_signal, call) => call()),
    updateFile: async (network, id, body, signal) =>
      isReadOnly() && body !== EMPTY_UPDATE
        ? notSent('this connection is read-only')
        : await inner.updateFile(network, id, body, signal),
  });
  return {
    ...refusing(service),
    reserve: async (requests, signal) => {
      const reserved = await service.reserve(requests, signal);
      return reserved === null ? null : { ...reserved, service: refusing(reserved.service) };
    },
  };
}
