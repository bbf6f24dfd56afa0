import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Clock, wait } from './clock.ts';
import type { PracticeContext, PracticeRequest } from './context.ts';
import { applyFault, dropConnection, type PendingAnswer, sent, type SentResponse } from './faults/apply-fault.ts';
import { commonHeaders, errorResponse, HttpError, readBody } from './http.ts';
import { serviceRoutes } from './routes/service-routes.ts';

/** Answers one request. Some faults write to the connection directly. */
export type RequestHandler = (request: Request, connection: HttpBindings) => Promise<Response>;

/** The handler of every request: log, latency, rate limit and faults, then the routes. */
export function practiceService(context: PracticeContext): RequestHandler {
  const routes = serviceRoutes(context);
  const limiter = rateLimiter(context.clock);
  return async (request, connection) => {
    const { pathname, search } = new URL(request.url);
    const arrival = { requestId: randomUUID(), method: request.method, path: pathname + search };
    const finish = context.log.begin({ ...arrival, atMs: context.clock.nowMs() });
    const startedMs = performance.now();
    const fault = context.settings.takeFault(arrival.method, arrival.path);
    const call: PracticeRequest = { fault, body: Buffer.alloc(0), applied: false, bug: null };
    const { rateLimitPerMinute } = context.settings.current;
    const caller = request.headers.get('Authorization') ?? 'anonymous';
    const rateLimit = rateLimitPerMinute === null ? null : limiter.take(caller, rateLimitPerMinute);
    const { response, status } = await sentAnswer(context, request, call, rateLimit, {
      connection,
      closing: context.closing,
      answer: async () => routes.fetch(request, call),
      withHeaders: (plain) => withHeaders(plain, commonHeaders(arrival.requestId), rateLimit),
    });
    const { applied, bug, body } = call;
    const durationMs = performance.now() - startedMs;
    finish({ status, durationMs, applied, bug, fault: fault?.kind ?? null, requestBodyBytes: body.length });
    return response;
  };
}

async function sentAnswer(
  context: PracticeContext,
  request: Request,
  call: PracticeRequest,
  rateLimit: RateLimitStatus | null,
  pending: PendingAnswer,
): Promise<SentResponse> {
  // Reading the body first makes the request irrevocable: a caller that leaves later cannot take it back.
  const refusal = await takeBody(request, call, pending);
  const { latencyMs } = context.settings.current;
  if (latencyMs > 0 && !(await wait(latencyMs, context.closing))) return dropConnection(pending.connection);
  if (rateLimit?.isOver) return sent(pending.withHeaders(overLimit(rateLimit, context.clock.nowMs())));
  if (refusal) return refusal;
  if (call.fault) return applyFault(call.fault, pending);
  return sent(pending.withHeaders(await pending.answer()));
}

/** Reads the body of a request. @returns the response when that fails, or null */
async function takeBody(
  request: Request,
  call: PracticeRequest,
  { connection, withHeaders: complete }: PendingAnswer,
): Promise<SentResponse | null> {
  try {
    call.body = await readBody(request);
    return null;
  } catch (error) {
    if (error instanceof HttpError) return sent(complete(errorResponse(error)));
    // The caller closed the connection inside the body.
    if (!connection.incoming.complete) return dropConnection(connection);
    throw error;
  }
}

function overLimit({ resetAtMs }: RateLimitStatus, nowMs: number): Response {
  const retryAfterSeconds = Math.max(Math.ceil((resetAtMs - nowMs) / 1000), 1);
  return errorResponse(new HttpError(429, 'too many requests', { 'Retry-After': String(retryAfterSeconds) }));
}

function withHeaders(response: Response, common: Record<string, string>, rateLimit: RateLimitStatus | null): Response {
  for (const [name, value] of Object.entries({ ...common, ...(rateLimit && rateLimitHeaders(rateLimit)) })) {
    response.headers.set(name, value);
  }
  return response;
}

const WINDOW_MS = 60_000;

/** The rate limit of a caller after a request. */
export type RateLimitStatus = {
  readonly limit: number;
  readonly remaining: number;
  readonly isOver: boolean;
  readonly resetAtMs: number;
};

/** Counts the requests of each caller in fixed windows of a minute. */
export function rateLimiter(clock: Clock) {
  let windowStartMs = 0;
  const used = new Map<string, number>();
  return {
    take(caller: string, limit: number): RateLimitStatus {
      const startMs = Math.floor(clock.nowMs() / WINDOW_MS) * WINDOW_MS;
      if (startMs !== windowStartMs) used.clear();
      windowStartMs = startMs;
      const count = (used.get(caller) ?? 0) + 1;
      used.set(caller, count);
      const remaining = Math.max(limit - count, 0);
      return { limit, remaining, isOver: count > limit, resetAtMs: startMs + WINDOW_MS };
    },
  };
}

export function rateLimitHeaders(rateLimit: RateLimitStatus): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(rateLimit.limit),
    'X-RateLimit-Remaining': String(rateLimit.remaining),
    'X-RateLimit-Reset': String(Math.ceil(rateLimit.resetAtMs / 1000)),
  };
}
