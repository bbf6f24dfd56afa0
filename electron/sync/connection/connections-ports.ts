import type { Connection } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId, FileRef } from '../../../src/domain/core/ids.ts';
import type { DisplacedValue } from '../../../src/domain/edits/change-update.ts';
import type { ReceivedFile, Service } from '../../remote/service.ts';
import type { Random, Changed, Clock, Tables } from '../ports.ts';
import type { ConnectionSyncPorts } from './connection-sync.ts';

type ConnectionsTable = {
  readonly list: () => readonly Connection[];
  readonly get: (id: ConnectionId) => Connection | null;
  readonly put: (connection: Connection) => void;
  readonly remove: (id: ConnectionId) => void;
};

type Account = { readonly account: string; readonly tokenKey: string | null };

export type ConnectionsPorts = {
  readonly table: ConnectionsTable;
  readonly tables: Tables;
  readonly clock: Clock;
  readonly chance: Random;
  readonly loadToken: (id: ConnectionId) => Promise<string | null>;
  readonly saveToken: (id: ConnectionId, token: string) => Promise<void>;
  readonly forgetToken: (id: ConnectionId) => Promise<void>;
  /** The account of a token, read from the token itself. */
  readonly accountOf: (token: string) => Account;
  /** @param token null when this computer has none: the service is then never asked */
  readonly serviceFor: (connection: Connection, token: string | null) => Service;
  /** Applies a new limit of requests at once. */
  readonly setPace: (connection: Connection) => void;
  /** Deletes a connection's mirror, so that it cannot be read from the disk either. */
  readonly eraseCopy: (id: ConnectionId) => void;
  readonly received: (raw: string, of: FileRef) => ReceivedFile | null;
  readonly remember: (of: FileRef, displaced: DisplacedValue, atMs: number) => void;
  readonly announce: (changed: Changed) => void;
  readonly keysChecked: (connection: Connection) => void;
  readonly afterCheck?: ConnectionSyncPorts['afterCheck'];
  readonly report: (error: unknown) => void;
};
