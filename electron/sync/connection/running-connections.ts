import type { HostSignal } from '../../../src/domain/service/host-signal.ts';
import type { TokenOwner } from '../../../src/domain/connections/account-proof.ts';
import type { CopiedParts } from '../../../src/domain/connections/copied-parts.ts';
import type { Connection, ServiceTraits } from '../../../src/domain/connections/connection.ts';
import type { SyncState } from '../../../src/domain/service/sync-state.ts';
import type { ConnectionId, FileRef } from '../../../src/domain/core/ids.ts';
import type { DisplacedValue } from '../../../src/domain/edits/change-update.ts';
import { diskFailure } from '../../database/sqlite/errors.ts';
import type { ParkedEdits } from '../../database/outbox/parked-edits.ts';
import { readOnlyService } from '../../remote/service-decorators.ts';
import type { PacedService } from '../../remote/service.ts';
import { projectWaiting } from '../outbox/project-edits.ts';
import type { Changed, Clock, Random, SyncPorts, Tables } from '../ports.ts';
import { ConnectionSync, type ConnectionSyncPorts } from './connection-sync.ts';
import { mayActFor } from './token-owner.ts';

type ConnectionsTable = {
  readonly list: () => readonly Connection[];
  readonly get: (id: ConnectionId) => Connection | null;
  readonly put: (connection: Connection) => void;
  readonly remove: (id: ConnectionId) => void;
};

/** What a person gives for a new connection; an empty name stands for the host. */
export type NewConnection = {
  readonly kind: Connection['kind'];
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
  /** Left out: as the known connection has it, or everything. */
  readonly copiedParts?: CopiedParts;
};

export type ConnectionsPorts = {
  readonly table: ConnectionsTable;
  readonly tables: Tables;
  readonly parked: ParkedEdits;
  readonly clock: Clock;
  readonly random: Random;
  readonly loadToken: (id: ConnectionId) => Promise<string | null>;
  readonly saveToken: (id: ConnectionId, token: string) => Promise<void>;
  /** @returns whether the token is gone: one that a locked keychain hides may still be there */
  readonly forgetToken: (id: ConnectionId) => Promise<boolean>;
  /** The account of a token, read from the token itself. */
  readonly accountOf: (token: string) => TokenOwner;
  /** @param token null when this computer has none: the service is then never asked */
  readonly serviceFor: (connection: Connection, token: string | null) => PacedService;
  /** Applies a new limit of requests at once. */
  readonly setPace: (connection: Connection) => void;
  /** Deletes a connection's mirror, so that it cannot be read from the disk either. */
  readonly eraseCopy: (id: ConnectionId) => void;
  /** Deletes the file records of a connection's mirror, and what else is fetched again; keys keep their uses. */
  readonly emptyCopy: (id: ConnectionId) => void;
  /** Deletes what a person typed and marked here and nobody sent: drafts, stars, notes on files and names of groups. */
  readonly eraseLocalWords: (id: ConnectionId) => void;
  readonly remember: (of: FileRef, displaced: DisplacedValue, atMs: number) => void;
  readonly announce: (changed: Changed) => void;
  readonly keysChecked: (connection: Connection) => Promise<void>;
  readonly afterCheck: NonNullable<ConnectionSyncPorts['afterCheck']>;
  readonly stateChanged: (id: ConnectionId, state: SyncState) => void;
  readonly report: (error: unknown) => void;
};

/** What the owner of the connections does when work of one of them finds something out. */
type ConnectionHooks = {
  readonly saveTraits: (id: ConnectionId, traits: Partial<ServiceTraits>) => void;
  readonly keysChecked: (id: ConnectionId) => void;
};

/** The connections that run, each with its own engine: no edit of one is ever sent through another. */
export class RunningConnections {
  readonly #ports: ConnectionsPorts;
  readonly #hooks: ConnectionHooks;
  readonly #running = new Map<ConnectionId, ConnectionSync>();
  /** The last start of each connection that nobody has stopped since. */
  readonly #starts = new Map<ConnectionId, symbol>();
  /** The end of the work that each connection had before its last start. */
  readonly #ends = new Map<ConnectionId, Promise<unknown>>();
  #isWatched = true;

  constructor(ports: ConnectionsPorts, hooks: ConnectionHooks) {
    this.#ports = ports;
    this.#hooks = hooks;
  }

  get(id: ConnectionId): ConnectionSync | null {
    return this.#running.get(id) ?? null;
  }

  /** Starts a connection, or starts it again with a new token or address. */
  async open(id: ConnectionId): Promise<void> {
    const start = Symbol();
    this.#starts.set(id, start);
    const isStopped = (): boolean => this.#starts.get(id) !== start;
    await this.#end(id);
    const { table, loadToken } = this.#ports;
    if (isStopped()) return;
    const connection = table.get(id);
    if (connection === null) return;
    const kept = await loadToken(id);
    if (isStopped()) return;
    const token = kept !== null && mayActFor(this.#ports, connection, kept) ? kept : null;
    const running = this.#syncOf(connection, token);
    this.#running.set(id, running);
    await this.#project(running.sync, isStopped);
    if (isStopped()) return;
    // Read again: a person may have paused or resumed the connection meanwhile.
    const { paused } = running.sync.connection();
    const mode = token === null ? 'noToken' : paused ? 'paused' : 'running';
    running.send({ kind: 'started', mode });
  }

  /** A full disk stands in the way of no start: edits are sent all the same, and the engine says what it meets. */
  async #project(sync: SyncPorts, isStopped: () => boolean): Promise<void> {
    try {
      await projectWaiting(sync, isStopped);
    } catch (error) {
      if (diskFailure(error) === null) throw error;
      this.#ports.report(error);
    }
  }

  #syncOf(connection: Connection, token: string | null): ConnectionSync {
    const { id } = connection;
    const { table, tables, clock, random, serviceFor, remember, announce, afterCheck, stateChanged, report } =
      this.#ports;
    return new ConnectionSync({
      tables,
      clock,
      random,
      service: readOnlyService(serviceFor(connection, token), () => table.get(id)?.readOnly ?? true),
      connection: () => table.get(id) ?? connection,
      saveTraits: (traits) => this.#hooks.saveTraits(id, traits),
      remember,
      announce,
      keysChecked: () => {
        this.#hooks.keysChecked(id);
        return this.#ports.keysChecked(table.get(id) ?? connection);
      },
      isWatched: () => this.#isWatched,
      afterCheck,
      stateChanged: (state) => stateChanged(id, state),
      report,
    });
  }

  async stop(id: ConnectionId): Promise<void> {
    this.#starts.delete(id);
    await this.#end(id);
  }

  /** Waits for the end that another call began, too: aborted work may still finish a write. */
  async #end(id: ConnectionId): Promise<void> {
    const running = this.#running.get(id);
    this.#running.delete(id);
    if (running !== undefined) this.#ends.set(id, running.close());
    await this.#ends.get(id);
  }

  onHostSignal(signal: HostSignal): void {
    if (signal === 'focused' || signal === 'blurred') this.#isWatched = signal === 'focused';
    for (const running of this.#running.values()) {
      if (signal === 'networkUp' || signal === 'networkDown') running.send({ kind: signal });
      if (signal === 'resumed') running.send({ kind: 'woke' });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#starts.keys(), ...this.#ends.keys()].map((id) => this.stop(id)));
  }
}
