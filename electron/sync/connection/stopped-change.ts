import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { ConnectionsPorts } from './running-connections.ts';

type Ports = Pick<ConnectionsPorts, 'loadToken' | 'saveToken' | 'forgetToken'> & {
  /** Starts the connection as it is. */
  readonly open: (id: ConnectionId) => Promise<void>;
};

/**
 * Changes a connection that is stopped, and starts it as it was where a full disk refuses the change.
 *
 * @throws what the change throws
 */
export async function stoppedChange<T>({ open }: Ports, id: ConnectionId, change: () => T): Promise<T> {
  try {
    return change();
  } catch (error) {
    await open(id);
    throw error;
  }
}

/**
 * Changes a connection that is stopped and has no token any more: where the next one cannot be kept, the old one would
 * act for its account. A change that a full disk refuses leaves the old one.
 *
 * @returns `tokenStays` when the token cannot be removed; the connection goes on with it
 */
export async function changeWithoutToken<T>(
  ports: Ports,
  id: ConnectionId,
  change: () => T,
): Promise<Result<T, 'tokenStays'>> {
  const token = await ports.loadToken(id);
  if (!(await ports.forgetToken(id))) {
    await ports.open(id);
    return fail('tokenStays');
  }
  const open = async (): Promise<void> => {
    if (token !== null) await ports.saveToken(id, token);
    await ports.open(id);
  };
  return ok(await stoppedChange({ ...ports, open }, id, change));
}
