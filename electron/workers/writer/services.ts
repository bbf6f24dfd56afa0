import { cleanToken, type Connection } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import type { LoggedRequest } from '../../../src/domain/service/remote-failure.ts';
import { httpService } from '../../remote/http-service.ts';
import { RateLimit, type Scheduler } from '../../remote/rate-limit.ts';
import { requestLog, type RequestLog } from '../../remote/request-log.ts';
import { rateLimited, unauthenticatedService } from '../../remote/service-decorators.ts';
import { smallerPages } from '../../remote/smaller-pages.ts';
import type { PacedService } from '../../remote/service.ts';
import { accountOf } from '../../remote/token.ts';
import { probe } from '../../sync/connection/probe.ts';
import { tryUpdate } from '../../sync/connection/try-update.ts';

/** The middle plan of the best-known service allows 250 a minute; the rest is for other programs. */
const REQUESTS_PER_MINUTE = 240;
/** The limit for the practice service, which serves nobody else: more than it can answer. */
const WITHOUT_LIMIT = 1_000_000;
const PROBE_LIMIT_MS = 30_000;

export type ServicesPorts = {
  readonly clock: Scheduler;
  readonly fetch: typeof globalThis.fetch;
  /** Most requests in any minute to a service without a limit of its own; by default the app's. */
  readonly requestsPerMinute?: number | undefined;
  /** Listens to finished requests. */
  readonly onRequest: (id: ConnectionId, request: LoggedRequest) => void;
};

/** The services of all connections. Each has its own rate limit and request log, which outlive its token. */
export class Services {
  readonly #ports: ServicesPorts;
  readonly #limits = new Map<ConnectionId, RateLimit>();
  readonly #logs = new Map<ConnectionId, RequestLog>();

  constructor(ports: ServicesPorts) {
    this.#ports = ports;
  }

  /** The service of a connection within its rate limit; without a token, a service that sends no request. */
  serviceFor(connection: Connection, token: string | null): PacedService {
    if (token === null || cleanToken(token) !== token) return unauthenticatedService;
    const { fetch } = this.#ports;
    const { record } = this.#logOf(connection.id);
    const http = httpService({ baseUrl: connection.baseUrl, token, fetch, record });
    return smallerPages(rateLimited(http, this.#limitOf(connection)));
  }

  setPace(connection: Connection): void {
    this.#limits.get(connection.id)?.setPerMinute(this.#paceOf(connection));
  }

  /** Newest first. */
  requests(id: ConnectionId): readonly LoggedRequest[] {
    return this.#logs.get(id)?.latest() ?? [];
  }

  /** Detects the capabilities of a token at a base URL. */
  probeAt(baseUrl: string, token: string): ReturnType<typeof probe> {
    const { fetch, clock } = this.#ports;
    const given = { nowMs: clock.nowMs(), tokenKey: accountOf(token).tokenKey };
    return probe(httpService({ baseUrl, token, fetch }), given, AbortSignal.timeout(PROBE_LIMIT_MS));
  }

  /** Tries with an update without fields whether a token may change files. */
  tryUpdateAt(baseUrl: string, token: string, before: FileRecord): ReturnType<typeof tryUpdate> {
    const { fetch, clock } = this.#ports;
    const service = httpService({ baseUrl, token, fetch });
    return tryUpdate(service, before, clock.nowMs(), AbortSignal.timeout(PROBE_LIMIT_MS));
  }

  #limitOf(connection: Connection): RateLimit {
    const limit = this.#limits.get(connection.id) ?? new RateLimit(this.#paceOf(connection), this.#ports.clock);
    this.#limits.set(connection.id, limit);
    limit.setPerMinute(this.#paceOf(connection));
    return limit;
  }

  #logOf(id: ConnectionId): RequestLog {
    const { clock, onRequest } = this.#ports;
    const log = this.#logs.get(id) ?? requestLog(clock.nowMs, (request) => onRequest(id, request));
    this.#logs.set(id, log);
    return log;
  }

  #paceOf({ kind, requestsPerMinute }: Connection): number {
    const usual = kind === 'practice' ? WITHOUT_LIMIT : (this.#ports.requestsPerMinute ?? REQUESTS_PER_MINUTE);
    return requestsPerMinute ?? usual;
  }
}
