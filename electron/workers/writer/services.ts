import { cleanToken, type Connection } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { httpService } from '../../remote/http-service.ts';
import { RateLimit, type Scheduler } from '../../remote/rate-limit.ts';
import { type LoggedRequest, requestLog, type RequestLog } from '../../remote/request-log.ts';
import { rateLimited, unauthenticatedService } from '../../remote/service-decorators.ts';
import type { Service } from '../../remote/service.ts';
import { probe } from '../../sync/connection/probe.ts';

/** The middle plan of the best-known service allows 250 a minute; a little is left for other programs. */
const REQUESTS_PER_MINUTE = 240;
/** For this computer itself, which nobody has to spare: more than it can answer. */
const WITHOUT_LIMIT = 1_000_000;
const PROBE_LIMIT_MS = 30_000;

export type ServicesPorts = {
  readonly clock: Scheduler;
  readonly fetch: typeof globalThis.fetch;
  /** Told of every request once it is over. */
  readonly onRequest: (id: ConnectionId, request: LoggedRequest) => void;
};

/** The services of all connections: each with a rate limit and a log of requests of its own, whatever token it has. */
export class Services {
  readonly #ports: ServicesPorts;
  readonly #limits = new Map<ConnectionId, RateLimit>();
  readonly #logs = new Map<ConnectionId, RequestLog>();

  constructor(ports: ServicesPorts) {
    this.#ports = ports;
  }

  /** The service of a connection: within its rate limit, or one that is never asked when there is no token. */
  serviceFor(connection: Connection, token: string | null): Service {
    if (token === null || cleanToken(token) !== token) return unauthenticatedService;
    const { fetch } = this.#ports;
    const { record } = this.#logOf(connection.id);
    return rateLimited(httpService({ baseUrl: connection.baseUrl, token, fetch, record }), this.#limitOf(connection));
  }

  setPace(connection: Connection): void {
    this.#limits.get(connection.id)?.setPerMinute(paceOf(connection));
  }

  /** Newest first. */
  requests(id: ConnectionId): readonly LoggedRequest[] {
    return this.#logs.get(id)?.latest() ?? [];
  }

  /** What a token may do at an address. */
  probeAt(baseUrl: string, token: string): ReturnType<typeof probe> {
    const { fetch, clock } = this.#ports;
    return probe(httpService({ baseUrl, token, fetch }), clock.nowMs(), AbortSignal.timeout(PROBE_LIMIT_MS));
  }

  #limitOf(connection: Connection): RateLimit {
    const limit = this.#limits.get(connection.id) ?? new RateLimit(paceOf(connection), this.#ports.clock);
    this.#limits.set(connection.id, limit);
    limit.setPerMinute(paceOf(connection));
    return limit;
  }

  #logOf(id: ConnectionId): RequestLog {
    const { clock, onRequest } = this.#ports;
    const log = this.#logs.get(id) ?? requestLog(clock.nowMs, (request) => onRequest(id, request));
    this.#logs.set(id, log);
    return log;
  }
}

const paceOf = (connection: Connection): number =>
  connection.requestsPerMinute ?? (isOnThisComputer(connection) ? WITHOUT_LIMIT : REQUESTS_PER_MINUTE);

const isOnThisComputer = ({ baseUrl }: Connection): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);
