import { randomUUID, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { ForeignEdit, PracticeControl } from './control.ts';
import { faultSettingsChange as switchChangeBody } from './faults/fault-settings.ts';
import { commonHeaders, errorResponse, HttpError, jsonBody, jsonResponse, readBody } from './http.ts';
import type { RequestHandler } from './service.ts';

/**
 * The header of the control token. Pages in a browser cannot send it: a header of that name needs a preflight (Fetch
 * Standard, "CORS-preflight fetch"), which this API never grants.
 */
export const CONTROL_HEADER = 'X-Practice-Control';

const foreignEdit = z.strictObject({
  id: z.string(),
  name: z.string().nullable().optional(),
  // `z.record` drops a key named `__proto__`. The values come from JSON.
  keyvalues: z
    .custom<NonNullable<ForeignEdit['keyvalues']>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    )
    .optional(),
});
const resetPlan = z
  .strictObject({ seed: z.int(), fileCount: z.int().min(0).max(1_000_000), keyCount: z.int().min(0).max(100_000) })
  .partial();
const byId = z.strictObject({ id: z.string() });
const adding = z.strictObject({ count: z.int().min(1).max(10_000) });

/** The control object over HTTP, on its own port, for callers with its token. */
export function controlApi(control: PracticeControl, controlToken: string): RequestHandler {
  const routes = controlRoutes(control);
  return async (request, { incoming }) => {
    const answer = isAuthorised(request, incoming.socket.localPort, controlToken)
      ? await routes.fetch(request)
      : errorResponse(new HttpError(403, `the control door opens to its own token in ${CONTROL_HEADER} only`));
    for (const [name, value] of Object.entries(commonHeaders(randomUUID()))) answer.headers.set(name, value);
    return answer;
  };
}

function isAuthorised(request: Request, port: number | undefined, controlToken: string): boolean {
  // The Host header reveals a foreign name that resolves to this computer (DNS rebinding).
  const isOwnHost = ['127.0.0.1', 'localhost'].some((host) => new URL(request.url).host === `${host}:${port}`);
  const given = Buffer.from(request.headers.get(CONTROL_HEADER) ?? '');
  const right = Buffer.from(controlToken);
  return isOwnHost && given.length === right.length && timingSafeEqual(given, right);
}

function controlRoutes(control: PracticeControl): Hono {
  return new Hono()
    .get('/state', () => jsonResponse(control.state()))
    .get('/requests', (request) => {
      const limit = z.coerce.number().int().min(1).default(1_000).parse(request.req.query('limit'));
      return jsonResponse({ requests: control.requests(limit) });
    })
    .get('/files/:id', (request) => found(control.file(request.req.param('id'))))
    .get('/tokens/:keyId', (request) => found(control.tokenOf(request.req.param('keyId'))))
    .get('/usage-history', () => jsonResponse({ keys: control.usageHistory() }))
    .post('/switches', async (request) => found(control.changeSettings(await bodyOf(request, switchChangeBody))))
    .post('/edit-file', async (request) => found(control.editFile(await bodyOf(request, foreignEdit))))
    .post('/delete-file', async (request) => found(control.deleteFile((await bodyOf(request, byId)).id) || null))
    .post('/add-files', async (request) => found(control.addFiles((await bodyOf(request, adding)).count)))
    .post('/revoke-key', async (request) => found(control.revokeKey((await bodyOf(request, byId)).id) || null))
    .post('/forget-requests', () => {
      control.forgetRequests();
      return found(true);
    })
    .post('/reset', async (request) => found(control.reset(await bodyOf(request, resetPlan))))
    .notFound(() => errorResponse(new HttpError(404, 'not found')))
    .onError((error) => errorResponse(asHttpError(error)));
}

/** @throws ZodError when the body has another shape */
async function bodyOf<Shape extends z.ZodType>(request: Context, shape: Shape): Promise<z.output<Shape>> {
  const body = await readBody(request.req.raw);
  return shape.parse(body.length === 0 ? {} : jsonBody(request.req.header('Content-Type'), body));
}

function found(data: unknown): Response {
  if (data === null) throw new HttpError(404, 'not found');
  return jsonResponse({ data });
}

function asHttpError(error: Error): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof z.ZodError) return new HttpError(400, z.prettifyError(error));
  return new HttpError(500, error.message);
}
