import type { Preferences } from '../../src/contract/app.ts';
import type { Conflict, ChangeSetRow, ChangesTab } from '../../src/contract/changes.ts';
import type { SyncStatus } from '../../src/contract/connections.ts';
import type { LoggedRequest } from '../../src/contract/diagnostics.ts';
import type { EventName } from '../../src/contract/events.ts';
import type { ApiKey } from '../../src/domain/keys/api-key.ts';
import type { AccountRef, Connection } from '../../src/domain/connections/connection.ts';
import type { Failure } from '../../src/domain/core/failure.ts';
import type { ExportFormat, ExportState } from '../../src/domain/exports/library-export.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import { fail, type Result } from '../../src/domain/core/result.ts';
import type { ChangeSetId, ConnectionId, EditId, FileKey, FileRef } from '../../src/domain/core/ids.ts';
import type { Selection } from '../../src/domain/files/selection.ts';
import type { SignatureFilter } from '../../src/domain/signatures/signature-record.ts';
import type { FileQuery } from '../../src/domain/files/queries.ts';
import type { Connections } from '../sync/connection/connections.ts';
import type { Random, Clock, Tables } from '../sync/ports.ts';
import type { HistoryValue } from '../database/outbox/history-table.ts';
import type { KeyAlertsTable } from '../database/keys/key-alerts-table.ts';
import type { SavedViewsTable } from '../database/profile/saved-views-table.ts';
import type { SelfTestsTable } from '../database/profile/self-tests-table.ts';
import type { Probed } from '../sync/connection/probe.ts';
import type { KnownSignersTable } from '../database/signatures/known-signers-table.ts';
import type { SignaturePage } from '../database/signatures/signature-queries.ts';
import type { BulkPlans } from '../sync/bulk/bulk-plans.ts';
import type { EditQueue } from '../sync/outbox/edit-queue.ts';
import type { VerificationJobs } from '../sync/signatures/verification-jobs.ts';
import type { FetchJobs } from '../sync/signatures/fetch-jobs.ts';
import type { UndoHistory } from '../sync/outbox/undo-history.ts';
import type { TokenKeeping } from '../host.ts';
import type { Practice } from './app/practice-handlers.ts';
import type { KeyQuery } from '../../src/domain/keys/queries.ts';

/** Questions about the queue that screens ask: counts, pages of change sets, open conflicts. */
type ChangeQueries = {
  tabCounts(connectionId: ConnectionId): Readonly<Record<ChangesTab | 'open', number>>;
  fileCounts(connectionId: ConnectionId, accountRef: AccountRef): SyncStatus['counts'];
  listSets(
    connectionId: ConnectionId,
    accountRef: AccountRef,
    page: { tab: ChangesTab; search: string; from: number; to: number },
  ): { rows: readonly ChangeSetRow[]; count: number };
  set(id: ChangeSetId, accountRef: AccountRef): ChangeSetRow | null;
  conflicts(connectionId: ConnectionId, changeSetId: ChangeSetId | null): readonly Omit<Conflict, 'fileName'>[];
  /** Everything not yet settled, for a person to keep elsewhere. */
  pending(): unknown;
};

/** What the handlers of the writing thread work with. */
export type HandlerContext = {
  readonly tables: Tables;
  readonly connections: Connections;
  readonly queue: EditQueue;
  readonly queries: ChangeQueries;
  readonly preferences: { read(): Preferences; write(changed: Preferences): void };
  readonly practice: Practice;
  readonly history: (of: FileRef) => readonly HistoryValue[];
  /** Newest first. */
  readonly editsOfFile: (of: FileRef, limit: number) => readonly EditId[];
  readonly plans: BulkPlans;
  readonly undo: UndoHistory;
  readonly savedViews: SavedViewsTable;
  readonly signatures: SignatureContext;
  readonly keyAlerts: Pick<KeyAlertsTable, 'list' | 'dismiss'>;
  /** The keys of the copy that a question asks for. */
  readonly keysHere: (connectionId: ConnectionId, query: KeyQuery) => readonly { readonly key: ApiKey }[];
  /** Every file of a view but a few, in the view's order. */
  readonly chosen: (connectionId: ConnectionId, query: FileQuery, except: readonly FileKey[]) => readonly FileKey[];
  readonly clock: Clock;
  readonly chance: Random;
  /** Records what went wrong in work that nobody waits for. */
  readonly report: (error: unknown) => void;
  /** What a token may do at an address, asked once; nothing is changed or kept. */
  readonly probeAt: (baseUrl: string, token: string) => Promise<Result<Probed, RemoteFailure>>;
  readonly selfTests: SelfTestsTable;
  readonly diagnostics: {
    /** Newest first. */
    requests(id: ConnectionId): readonly LoggedRequest[];
    readonly canOpenFolder: boolean;
    openFolder(): Promise<boolean>;
  };
  readonly info: { readonly version: string; readonly profileDirectory: string; readonly warnings: readonly string[] };
  /** What the copy takes on the disk. */
  readonly copySizeBytes: () => number;
  readonly tokenKeeping: () => Promise<TokenKeeping>;
  readonly exports: Exports;
  readonly announce: Announce;
};

/** Signatures: fetched in the background, checked against known signers. */
export type SignatureContext = {
  readonly fetches: FetchJobs;
  readonly checks: VerificationJobs;
  readonly signers: KnownSignersTable;
  readonly page: (id: ConnectionId, filter: SignatureFilter, from: number, to: number) => SignaturePage;
};

export type Announce = (name: Exclude<EventName, 'keys.changed'>) => void;

/** Exports of files to a file on this computer, one at a time. */
type Exports = {
  readonly state: ExportState;
  /** @returns null when another one is running */
  start(wish: {
    readonly connection: { readonly id: ConnectionId; readonly name: string; readonly service: string };
    readonly selection: Selection;
    readonly format: ExportFormat;
  }): string | null;
  cancel(): Promise<void>;
  dismiss(): void;
};

export const notFound: Failure = { kind: 'notFound' };

/** Something was put into the queue or moved in it: the exchange and the screens are told. */
export function queued(
  { connections, announce }: Pick<HandlerContext, 'connections' | 'announce'>,
  connectionId: ConnectionId,
): void {
  connections.running(connectionId)?.send({ kind: 'editQueued' });
  for (const name of ['files.changed', 'changes.changed', 'status.changed'] as const) announce(name);
}

/** Answers about a connection there is, or that there is none. */
export function withConnection<T>(
  { connections }: Pick<HandlerContext, 'connections'>,
  id: ConnectionId,
  answer: (of: Connection) => T,
) {
  const connection = connections.get(id);
  return connection === null ? fail(notFound) : answer(connection);
}
