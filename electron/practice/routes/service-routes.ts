import { type Handler, Hono } from 'hono';
import { authorise } from '../authorise.ts';
import type { PracticeEnv, PracticeContext } from '../context.ts';
import type { FaultSettings } from '../faults/fault-settings.ts';
import { jsonResponse, HttpError, errorResponse } from '../http.ts';
import type { Json } from '../json.ts';
import { signContent, wallets } from '../seed/wallets.ts';
import { isNetwork, type StoredFile } from '../tables/records.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { fileRoutes } from './files.ts';

export const BASE_PATH = '/v3';

/** The routes of the service, and the errors for other paths and methods. */
export function serviceRoutes(context: PracticeContext): Hono<PracticeEnv> {
  return new Hono<PracticeEnv>()
    .basePath(BASE_PATH)
    .route('/files', signatureRoutes(context))
    .route('/files', fileRoutes(context))
    .route('/api_keys', apiKeyRoutes(context))
    .all(
      '/files/:network/signature/:cid',
      onlyAllowed(() => 'GET, HEAD'),
    )
    .all(
      '/files/:network',
      onlyAllowed(() => (context.settings.current.listing ? 'GET, HEAD' : null)),
    )
    .all(
      '/files/:network/:id',
      onlyAllowed(() => (context.settings.current.readById ? 'GET, HEAD, PUT' : 'PUT')),
    )
    .all(
      '/api_keys',
      onlyAllowed(() => 'GET, HEAD'),
    )
    .notFound(() => errorResponse(new HttpError(404, 'not found')))
    .onError((error, request) => {
      if (error instanceof HttpError) return errorResponse(error);
      request.env.bug = error.stack ?? error.message;
      return errorResponse(new HttpError(500, 'the practice service failed'));
    });
}

/** @param allowed the methods of a path; null when the fault settings switch the path off */
function onlyAllowed(allowed: () => string | null): Handler<PracticeEnv> {
  return () => {
    const methods = allowed();
    if (methods === null) throw new HttpError(404, 'not found');
    throw new HttpError(405, 'method not allowed', { Allow: methods });
  };
}

/** Get Signature for a CID (section 4.1 of the interface). */
export function signatureRoutes(context: PracticeContext): Hono<PracticeEnv> {
  return new Hono<PracticeEnv>().get('/:network/signature/:cid', authorise(context, 'org:files:read'), (request) => {
    const { network, cid } = request.req.param();
    if (!isNetwork(network)) throw new HttpError(404, 'there is no such network');
    const first = context.files.firstUpload(cid, network);
    return jsonResponse({ data: signatureOf(first, context.settings.current) });
  });
}

function signatureOf(first: StoredFile | null, switches: FaultSettings): Json {
  const wallet = first && first.signer !== null ? wallets[first.signer] : undefined;
  if (first && wallet)
    return { cid: first.cid, signature: signContent(wallet, first.cid, signedDate(first, switches)) };
  switch (switches.unsignedAnswer) {
    case 'notFound':
      throw new HttpError(404, 'the CID is not signed');
    case 'nullData':
      return null;
    case 'emptyData':
      return {};
  }
}

function signedDate(file: StoredFile, { signatureDate }: FaultSettings): string {
  return signatureDate === 'asStored' ? file.createdAt : new Date(file.createdAt).toISOString();
}
