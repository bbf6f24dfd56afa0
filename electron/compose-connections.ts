import { systemChance, systemClock } from './clock.ts';
import type { WriterSurroundings } from './compose-writer.ts';
import { connectionsTable } from './database/connections-table.ts';
import { eraseCopy } from './database/erase-copy.ts';
import { environmentFetch } from './remote/environment-fetch.ts';
import { readFileRow } from './remote/file-row.ts';
import { accountOf } from './remote/token-claims.ts';
import { Services } from './service-for.ts';
import { Connections, type ConnectionsPorts } from './sync/connections.ts';

type Vault = Pick<ConnectionsPorts, 'loadToken' | 'saveToken' | 'forgetToken'>;
type World =
  'table' | 'clock' | 'chance' | 'accountOf' | 'serviceFor' | 'setPace' | 'eraseCopy' | 'received' | 'report';
type Given = Omit<ConnectionsPorts, keyof Vault | World>;

export type ComposedConnections = { readonly connections: Connections; readonly services: Services };

/** The connections of the profile, and the services they ask. */
export function composeConnections(surroundings: WriterSurroundings, given: Given): ComposedConnections {
  const { profile, report } = surroundings;
  const { files, keys } = given.tables;
  const services = new Services({ clock: systemClock, fetch: environmentFetch(process.env), onRequest: () => undefined });
  const connections = new Connections({
    ...given,
    ...vaultOf(surroundings),
    table: connectionsTable(profile.outbox),
    clock: systemClock,
    chance: systemChance,
    accountOf,
    serviceFor: (connection, token) => services.serviceFor(connection, token),
    setPace: (connection) => services.setPace(connection),
    eraseCopy: (id) =>
      eraseCopy(profile.mirror, () => {
        files.wipe(id);
        keys.wipe(id);
      }),
    received: (raw, of) => readFileRow(JSON.parse(raw), of.network),
    report,
  });
  return { connections, services };
}

/** Tokens rest with the host, and are asked for by the id of their connection. */
const vaultOf = ({ vault }: WriterSurroundings): Vault => ({
  loadToken: (connectionId) => vault.ask({ verb: 'load', connectionId }),
  saveToken: async (connectionId, token) => void (await vault.ask({ verb: 'save', connectionId, token })),
  forgetToken: async (connectionId) => void (await vault.ask({ verb: 'forget', connectionId })),
});
