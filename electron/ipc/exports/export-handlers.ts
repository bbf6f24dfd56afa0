import { type Connection, originOf } from '../../../src/domain/connections/connection.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { SomeHandlers } from '../router.ts';
import { withConnection, type HandlerContext } from '../handler-context.ts';

type Context = Pick<HandlerContext, 'connections' | 'exports'>;

export function exportHandlers(context: Context) {
  const { exports } = context;
  return {
    'export.start': ({ connectionId, selection, format }) =>
      withConnection(context, connectionId, (connection) => {
        const exportId = exports.start({ connection: sourceOf(connection), selection, format });
        return exportId === null ? fail(isRunning) : ok({ exportId });
      }),
    'export.cancel': async () => {
      await exports.cancel();
      return ok(null);
    },
    'export.state': () => ok(exports.state),
    'export.dismiss': () => {
      exports.dismiss();
      return ok(null);
    },
  } satisfies SomeHandlers;
}

const isRunning: Failure = { kind: 'busy', work: 'export' };

/**
 * The source in the metadata of an export. The path of a base address may be a secret, and an export is passed on; the
 * address of the practice service means nothing after its end.
 */
const sourceOf = ({ id, name, kind, baseUrl }: Connection) => ({
  id,
  name,
  service: kind === 'practice' ? 'practice service on this computer' : originOf({ kind, baseUrl }),
});
