import type { GatewayImage } from '../../../src/contract/gateways.ts';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { FileKey } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { gatewayUrl, parseGateway } from '../../../src/domain/gateways/gateway.ts';
import { knownProblem, type PictureProblem } from '../../../src/domain/gateways/picture.ts';
import { type HandlerContext, notFound, withConnection } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<HandlerContext, 'connections' | 'gateways' | 'tables'>;

/** The gateway of a connection: files in the browser, and their pictures. The page never names an address to fetch. */
export function gatewayHandlers(context: Context) {
  const { connections, gateways, tables } = context;
  const recordOf = ({ id }: Connection, key: FileKey) => tables.files.get({ ...key, connectionId: id })?.record;
  return {
    'gateways.choose': ({ connectionId, gateway }) => {
      if (gateway === null) return changed(connections.change(connectionId, { gateway: null }));
      const address = parseGateway(gateway.address);
      if (!address.ok) return fail({ kind: 'unfit', what: 'gateway', problem: address.failure });
      return changed(connections.change(connectionId, { gateway: { ...gateway, address: address.value } }));
    },
    'gateways.open': ({ connectionId, key, evenPrivate }) =>
      withConnection(context, connectionId, async (connection) => {
        const url = urlOf(connection, recordOf(connection, key)?.cid ?? '');
        if (url === null || (key.network === 'private' && !evenPrivate)) return fail(notFound);
        return ok({ isOpened: await gateways.openAddress(url) });
      }),
    'gateways.image': ({ connectionId, key, evenPrivate }) =>
      withConnection(context, connectionId, async (connection): Promise<Result<GatewayImage, Failure>> => {
        const record = recordOf(connection, key);
        if (!connection.gateway?.showsImages || record === undefined) return fail(notFound);
        const url = urlOf(connection, record.cid);
        const known = knownProblem(record);
        if (known !== null) return none(known);
        if (url === null) return none('noCid');
        if (isOffline(context, connection)) return none('offline');
        if (key.network === 'private' && !evenPrivate) return none('private');
        const fetched = await gateways.fetchPicture(url, record.cid);
        if (!fetched.ok) return none(fetched.failure);
        const { type, bytes, check } = fetched.value;
        const base64 = Buffer.from(bytes).toString('base64');
        return ok({ kind: 'image', type, base64, sizeBytes: bytes.length, check });
      }),
  } satisfies SomeHandlers;
}

/** Whoever works offline loads nothing, and a network that is down need not be tried. */
const isOffline = ({ connections }: Context, { id, paused }: Connection): boolean =>
  paused || connections.running(id)?.state.network === 'down';

const changed = (connection: Connection | null) => (connection === null ? fail(notFound) : ok(connection));
const none = (problem: PictureProblem) => ok({ kind: 'none', problem } as const);

const urlOf = ({ gateway }: Connection, cid: string): string | null =>
  gateway === null ? null : gatewayUrl(gateway.address, cid);
