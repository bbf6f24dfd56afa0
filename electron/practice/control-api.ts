import { randomUUID, timingSafeEqual } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { jsonResponse, commonHeaders, HttpError, errorResponse } from './responses.ts';
import type { ForeignEdit, PracticeControl } from './control.ts';
import { jsonBody, readBody } from './request-body.ts';
import type { RequestHandler } from './service.ts';
import { faultSettingsChange as switchChangeBody } from './faults/fault-settings.ts';

/** Carries the control token. A page in a browser cannot send it without a preflight, which is never granted. */
export const CONTROL_HEADER = 'X-Practice-Control';

const foreignEdit = z.strictObject({
  id: z.string(),
  name: z.string().nullable().optional(),
  // Not z.record, which leaves out a key named __proto__. What is inside has come out of JSON.
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

/** The control object over HTTP, on a port of its own and for holders of its token only. */
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
  // A foreign name that was made to resolve to this machine shows in the Host header.
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
    .onError((error) => errorResponse(asRefusal(error)));
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

function asRefusal(error: Error): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof z.ZodError) return new HttpError(400, z.prettifyError(error));
  return new HttpError(500, error.message);
}
