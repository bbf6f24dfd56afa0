import { originOf } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { ConnectionsPorts } from '../../sync/connection/running-connections.ts';
import { turns } from '../../sync/connection/turns.ts';
import { FORGOTTEN, type VaultClient } from '../host-client.ts';

export type BoundTokens = Pick<ConnectionsPorts, 'loadToken' | 'saveToken' | 'forgetToken'>;

/**
 * The host keeps each token by its connection and the origin that it was given for: an address that is changed in the file
 * of the profile finds no token. A token that an earlier build kept by the connection alone is bound when it is first read.
 */
export function boundTokens(vault: Pick<VaultClient, 'ask'>, connections: ConnectionsPorts['table']): BoundTokens {
  const boundName = (id: ConnectionId): string => {
    const connection = connections.get(id);
    return connection === null ? id : `${id} ${originOf(connection)}`;
  };
  const save = (connectionId: string, token: string) => vault.ask({ verb: 'save', connectionId, token });
  const load = (connectionId: string) => vault.ask({ verb: 'load', connectionId });
  const forget = async (connectionId: string) => (await vault.ask({ verb: 'forget', connectionId })) === FORGOTTEN;
  // A keychain that asks the person first takes its time: what it then keeps would outlast a sign-out or a newer token.
  const inTurn = turns();
  return {
    saveToken: (id, token) => {
      const bound = boundName(id);
      return inTurn(id, async () => {
        // One that an earlier build kept is older than this one.
        if ((await save(bound, token)) !== null) await forget(id);
      });
    },
    loadToken: (id) => {
      const bound = boundName(id);
      return inTurn(id, async () => {
        const kept = await load(bound);
        if (kept !== null) return kept;
        const unbound = await load(id);
        // The only one there is goes when the bound one is sure to outlive this run: until then each start binds it anew.
        if (unbound !== null && outlivesRun(await save(bound, unbound))) await forget(id);
        return unbound;
      });
    },
    forgetToken: (id) => {
      const bound = boundName(id);
      return inTurn(id, async () => {
        const isForgotten = await forget(bound);
        return (await forget(id)) && isForgotten;
      });
    },
  };
}

/** @param keeping null where the host could not keep the token */
const outlivesRun = (keeping: string | null): boolean => keeping === 'sealed' || keeping === 'file';
