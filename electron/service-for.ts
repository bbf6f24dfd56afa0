import type { Connection } from '../src/domain/connection.ts';
import { cleanToken } from '../src/domain/connection.ts';
import { httpService } from './remote/http-service.ts';
import { limited } from './remote/limited.ts';
import { serviceWithoutToken } from './remote/no-token.ts';
import { RateLimit, type TurnClock } from './remote/rate-limit.ts';
import type { Service } from './remote/service.ts';
import { probe } from './sync/probe.ts';

/** The middle plan of the best-known service allows 250 a minute; a little is left for other programs. */
const REQUESTS_PER_MINUTE = 240;

/** The service of a connection: within its rate limit, or one that is never asked when there is no token. */
export function serviceFor(connection: Connection, token: string | null, clock: TurnClock): Service {
  if (token === null || cleanToken(token) !== token) return serviceWithoutToken;
  const service = httpService({ baseUrl: connection.baseUrl, token });
  return isOnThisComputer(connection) ? service : limited(service, new RateLimit(REQUESTS_PER_MINUTE, clock));
}

const PROBE_LIMIT_MS = 30_000;

/** What a token may do at an address. */
export const probeAt = (baseUrl: string, token: string): ReturnType<typeof probe> =>
  probe(httpService({ baseUrl, token }), Date.now(), AbortSignal.timeout(PROBE_LIMIT_MS));

const isOnThisComputer = ({ baseUrl }: Connection): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);
