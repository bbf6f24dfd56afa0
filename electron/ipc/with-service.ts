import type { Failure } from '../../src/domain/core/failure.ts';
import type { ConnectionId } from '../../src/domain/core/ids.ts';
import { fail, type Result } from '../../src/domain/core/result.ts';
import type { ConnectionSync } from '../sync/connection/connection-sync.ts';
import { type HandlerContext, notFound } from './handler-context.ts';

/** Answers with what a connection's service is asked for; fails where the connection is gone, or has no token to ask with. */
export async function withService<T>(
  { connections }: Pick<HandlerContext, 'connections'>,
  id: ConnectionId,
  answer: (of: ConnectionSync) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const running = connections.running(id);
  if (running === null) return fail(notFound);
  return running.state.mode === 'noToken' ? fail({ kind: 'noToken' }) : await answer(running);
}
