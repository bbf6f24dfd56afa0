import { originOf } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { ConnectionsPorts } from '../../sync/connection/running-connections.ts';
import { turns } from '../../sync/connection/turns.ts';
import { FORGOTTEN, type VaultClient } from '../host-client.ts';

export type BoundTokens = Pick<ConnectionsPorts, 'loadToken' | 'saveToken' | 'forgetToken'>;

/** Ends the loads of a token that nobody wants any more, and those that follow, without one. @returns lets loads go on */
export type WithholdToken = (id: ConnectionId) => () => void;

/**
 * The host keeps each token by its connection and the origin that it was given for: an address that is changed in the file
 * of the profile finds no token. A token that an earlier build kept by the connection alone is bound when it is first read.
 * A keychain may ask the person before it opens a token, who may never answer: no later change of a token waits for that.
 */
export function boundTokens(
  vault: Pick<VaultClient, 'ask'>,
  connections: Pick<ConnectionsPorts['table'], 'get'>,
): BoundTokens & { readonly withholdToken: WithholdToken } {
  const boundName = (id: ConnectionId): string => {
    const connection = connections.get(id);
    return connection === null ? id : `${id} ${originOf(connection)}`;
  };
  const save = (connectionId: string, token: string) => vault.ask({ verb: 'save', connectionId, token });
  const load = (connectionId: string) => vault.ask({ verb: 'load', connectionId });
  const forget = async (connectionId: string) => (await vault.ask({ verb: 'forget', connectionId })) === FORGOTTEN;
  const { change, afterChanges, versionOf } = tokenChanges();
  const { withholdToken, unlessWithheld } = withholding();

  const read = async (id: ConnectionId, bound: string): Promise<string | null> => {
    await afterChanges(id);
    const version = versionOf(id);
    const kept = await load(bound);
    const unbound = kept === null ? await load(id) : null;
    if (versionOf(id) !== version) return await read(id, bound);
    // The only one there is goes when the bound one is sure to outlive this run: until then each start binds it anew.
    const bind = async (token: string): Promise<unknown> =>
      outlivesRun(await save(bound, token)) ? await forget(id) : null;
    if (unbound !== null) await change(id, () => bind(unbound));
    return kept ?? unbound;
  };

  return {
    withholdToken,
    saveToken: (id, token) => {
      const bound = boundName(id);
      return change(id, async () => {
        // One that an earlier build kept is older than this one.
        if ((await save(bound, token)) !== null) await forget(id);
      });
    },
    loadToken: (id) => {
      const bound = boundName(id);
      return unlessWithheld(id, () => read(id, bound));
    },
    forgetToken: (id) => {
      const bound = boundName(id);
      return change(id, async () => {
        const isForgotten = await forget(bound);
        return (await forget(id)) && isForgotten;
      });
    },
  };
}

/** @param keeping null where the host could not keep the token */
const outlivesRun = (keeping: string | null): boolean => keeping === 'sealed' || keeping === 'file';

/** The changes of each connection's token, one after the other: what a slow one keeps would outlast a sign-out or a newer token. */
function tokenChanges() {
  const versions = new Map<ConnectionId, number>();
  const inTurn = turns();
  const versionOf = (id: ConnectionId): number => versions.get(id) ?? 0;
  return {
    versionOf,
    change: <T>(id: ConnectionId, work: () => Promise<T>): Promise<T> => {
      versions.set(id, versionOf(id) + 1);
      return inTurn(id, work);
    },
    afterChanges: (id: ConnectionId): Promise<void> => inTurn(id, () => Promise.resolve()),
  };
}

function withholding() {
  const withheld = new Map<ConnectionId, number>();
  const endings = new Map<ConnectionId, Set<() => void>>();
  const withholdToken: WithholdToken = (id) => {
    withheld.set(id, (withheld.get(id) ?? 0) + 1);
    for (const end of endings.get(id) ?? []) end();
    return () => void withheld.set(id, (withheld.get(id) ?? 1) - 1);
  };
  const unlessWithheld = async (id: ConnectionId, load: () => Promise<string | null>): Promise<string | null> => {
    if ((withheld.get(id) ?? 0) > 0) return null;
    const { promise, resolve } = Promise.withResolvers<null>();
    const end = (): void => resolve(null);
    const waiting = endings.get(id) ?? new Set();
    endings.set(id, waiting.add(end));
    return await Promise.race([load(), promise]).finally(() => waiting.delete(end));
  };
  return { withholdToken, unlessWithheld };
}
