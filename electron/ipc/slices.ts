import type { Preferences } from '../../src/contract/app.ts';
import type { Conflict, ChangeSetRow, ChangesTab } from '../../src/contract/changes.ts';
import type { SyncStatus } from '../../src/contract/connections.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { Binding } from '../../src/domain/edit.ts';
import type { ChangeSetId, ConnectionId, FileKey } from '../../src/domain/ids.ts';
import type { Connections } from '../sync/connections.ts';
import type { Chance, Clock, Tables } from '../sync/ports.ts';
import type { Queue } from '../sync/queue.ts';
import type { Service } from '../remote/service.ts';
import type { TokenKeeping } from '../host.ts';
import type { Practice } from './practice-handlers.ts';

/** Questions about the queue that screens ask: counts, pages of change sets, open conflicts. */
export type ChangeQueries = {
  tabCounts(connectionId: ConnectionId, binding: Binding): Readonly<Record<ChangesTab, number>>;
  fileCounts(connectionId: ConnectionId, binding: Binding): SyncStatus['counts'];
  listSets(
    connectionId: ConnectionId,
    binding: Binding,
    page: { tab: ChangesTab; search: string; from: number; to: number },
  ): { rows: readonly ChangeSetRow[]; count: number };
  set(id: ChangeSetId, binding: Binding): ChangeSetRow | null;
  conflicts(connectionId: ConnectionId, changeSetId: ChangeSetId | null): readonly Omit<Conflict, 'fileName'>[];
  /** Everything not yet settled, for a person to keep elsewhere. */
  pending(): unknown;
};

/** What the handlers of the writing thread work with. */
export type WriterSlices = {
  readonly tables: Tables;
  readonly connections: Connections;
  readonly queue: Queue;
  readonly queries: ChangeQueries;
  readonly preferences: { read(): Preferences; write(changed: Preferences): void };
  readonly practice: Practice;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly serviceAt: (baseUrl: string, token: string) => Service;
  readonly info: { readonly version: string; readonly profileDirectory: string; readonly warnings: readonly string[] };
  readonly tokenKeeping: () => Promise<TokenKeeping>;
  readonly announce: (name: 'files.changed' | 'changes.changed' | 'status.changed' | 'connections.changed') => void;
};

export const notFound: Failure = { kind: 'notFound' };
export const keyText = ({ network, id }: FileKey): string => `${network}/${id}`;
