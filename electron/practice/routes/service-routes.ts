import { Hono, type Handler } from 'hono';
import { Refusal, refusalAnswer } from '../answers.ts';
import type { PracticeEnv, ServiceParts } from '../context.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { fileRoutes } from './files.ts';
import { signatureRoutes } from './signatures.ts';

export const BASE_PATH = '/v3';

/** Every path of the service, and what it says to all other paths and methods. */
export function serviceRoutes(parts: ServiceParts): Hono<PracticeEnv> {
  return new Hono<PracticeEnv>()
    .basePath(BASE_PATH)
    .route('/files', signatureRoutes(parts))
    .route('/files', fileRoutes(parts))
    .route('/api_keys', apiKeyRoutes(parts))
    .all(
      '/files/:network/signature/:cid',
      onlyAllowed(() => 'GET, HEAD'),
    )
    .all(
      '/files/:network',
      onlyAllowed(() => (parts.board.now.listing ? 'GET, HEAD' : null)),
    )
    .all(
      '/files/:network/:id',
      onlyAllowed(() => (parts.board.now.readById ? 'GET, HEAD, PUT' : 'PUT')),
    )
    .all(
      '/api_keys',
      onlyAllowed(() => 'GET, HEAD'),
    )
    .notFound(() => refusalAnswer(new Refusal(404, 'not found')))
    .onError((error, request) => {
      if (error instanceof Refusal) return refusalAnswer(error);
      request.env.bug = error.stack ?? error.message;
      return refusalAnswer(new Refusal(500, 'the practice service failed'));
    });
}

/** @param allowed the methods of a path, or null when the path is switched off */
function onlyAllowed(allowed: () => string | null): Handler<PracticeEnv> {
  return () => {
    const methods = allowed();
    if (methods === null) throw new Refusal(404, 'not found');
    throw new Refusal(405, 'method not allowed', { Allow: methods });
  };
}
