import type { TokenKeeping } from '../../src/domain/connections/token-keeping.ts';
import type { Preferences } from '../../src/contract/app.ts';
import type { OpenConflict } from '../../src/domain/edits/edit.ts';
import type { PracticeStatus, SyncStatus } from '../../src/contract/connections.ts';
import type { EventName } from '../../src/contract/events.ts';
import type { AccountRef, Connection } from '../../src/domain/connections/connection.ts';
import type { UpdateTrial } from '../../src/domain/connections/update-trial.ts';
import type { Failure } from '../../src/domain/core/failure.ts';
import type { ChangeSetId, ConnectionId, EditId, FileKey, FileRef, Network } from '../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import type { ChangeSetRow, ChangesTab, CountedGroup } from '../../src/domain/edits/edit.ts';
import type { ExportFormat, ExportState } from '../../src/domain/exports/library-export.ts';
import type { FileRecord } from '../../src/domain/files/file.ts';
import type { FileQuery, Selection } from '../../src/domain/files/queries.ts';
import type { ApiKey } from '../../src/domain/keys/api-key.ts';
import type { KeyQuery } from '../../src/domain/keys/queries.ts';
import type { ArrivedEdits } from '../../src/domain/library/news.ts';
import type { LoggedRequest, RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import type { OutboxCopy } from '../../src/domain/recovery/recovery.ts';
import { LONGEST_PENDING_TEXT } from '../database/outbox/recover-pending-edits.ts';
import type { SignatureFilter, SignatureRow } from '../../src/domain/signatures/signature-record.ts';
import type { ActivityTable } from '../database/activity/activity-table.ts';
import type { KeyAlertsTable } from '../database/keys/key-alerts-table.ts';
import type { HistoryValue } from '../database/outbox/history-tables.ts';
import type { ChangeSetOutcomes } from '../database/outbox/change-sets/change-set-outcomes.ts';
import type { ConflictsInSlices } from '../database/outbox/conflict-queries.ts';
import type { NotesTable } from '../database/outbox/notes-table.ts';
import type { ParkedEdits } from '../database/outbox/parked-edits.ts';
import type { MarksTable } from '../database/mirror/marks-table.ts';
import type { DraftsTable } from '../database/profile/drafts-table.ts';
import type { LibraryLooksTable, SavedViewsTable, SelfTestsTable } from '../database/profile/profile-tables.ts';
import type { FileNotesTable } from '../database/profile/file-notes-table.ts';
import type { GroupNamesTable } from '../database/profile/group-names-table.ts';
import type { StarsTable } from '../database/profile/stars-table.ts';
import type { KnownSignersTable } from '../database/signatures/signatures-table.ts';
import type { ActivityLog } from '../sync/activity/activity-log.ts';
import type { BulkPlans } from '../sync/bulk/bulk-plans.ts';
import type { TextReader } from '../sync/bulk/lines.ts';
import type { Connections } from '../sync/connection/connections.ts';
import type { FetchedPicture, PictureProblem } from '../../src/domain/gateways/picture.ts';
import type { Probe } from '../sync/connection/probe.ts';
import type { EditQueue } from '../sync/outbox/edit-queue.ts';
import type { UndoHistory } from '../sync/outbox/undo-history.ts';
import type { Clock, Random, Tables } from '../sync/ports.ts';
import type { FetchJobs } from '../sync/signatures/fetch-jobs.ts';
import type { Updates } from '../updates/updates.ts';
import type { VerificationJobs } from '../sync/signatures/verification-jobs.ts';

/** The screens' queries on the outbox: counts, pages of change sets, open conflicts. */
type ChangeQueries = {
  tabCounts(connectionId: ConnectionId): Readonly<Record<ChangesTab, number>>;
  fileCounts(connectionId: ConnectionId, accountRef: AccountRef): SyncStatus['counts'];
  /** The wait of the file that is tried next among those that failed; null when none did. */
  nextRetry(connectionId: ConnectionId, accountRef: AccountRef): SyncStatus['retry'];
  listSets(
    connectionId: ConnectionId,
    accountRef: AccountRef,
    page: { tab: ChangesTab; search: string; from: number; to: number },
  ): { rows: readonly ChangeSetRow[]; count: number; groups: readonly CountedGroup[] };
  set(id: ChangeSetId, accountRef: AccountRef): ChangeSetRow | null;
  /** The queued edit whose wait stands for its change set; null when none was found. */
  waitingEdit(id: ChangeSetId): { readonly id: EditId; readonly failedFiles: number } | null;
  conflicts(connectionId: ConnectionId, changeSetId: ChangeSetId | null): readonly OpenConflict[];
  readonly conflictsInSlices: ConflictsInSlices;
  readonly outcomes: ChangeSetOutcomes;
  /** All unfinished edits as JSON, for a file outside the profile; yields between slices. */
  /** Null where they are too long for one text. */
  pendingAsJson(yieldToEventLoop: () => Promise<void>): Promise<string | null>;
};

/** The parts of the writer that its handlers use. */
export type HandlerContext = {
  readonly tables: Tables;
  readonly connections: Connections;
  readonly queue: EditQueue;
  readonly queries: ChangeQueries;
  readonly notes: NotesTable;
  readonly parked: ParkedEdits;
  readonly preferences: { read(): Preferences; write(changed: Preferences): void };
  readonly practice: Practice;
  readonly history: (of: FileRef) => readonly HistoryValue[];
  /** Newest first. */
  readonly editsOfFile: (of: FileRef, limit: number) => readonly EditId[];
  readonly plans: BulkPlans;
  readonly texts: TextReader;
  readonly undo: UndoHistory;
  /** The step that undo acts on; null without one. */
  readonly undoId: (id: ConnectionId) => string | null;
  readonly savedViews: SavedViewsTable;
  readonly drafts: DraftsTable;
  readonly stars: StarsTable;
  readonly fileNotes: FileNotesTable;
  readonly groupNames: GroupNamesTable;
  /** The marks of files as lists read them. */
  readonly marks: MarksTable;
  readonly library: LibraryContext;
  readonly activity: ActivityContext;
  readonly signatures: SignatureContext;
  readonly keyAlerts: Pick<KeyAlertsTable, 'list' | 'dismiss'>;
  /** The keys in the mirror that match a query. */
  readonly keysHere: (connectionId: ConnectionId, query: KeyQuery) => readonly { readonly key: ApiKey }[];
  /** The files of a query without the exceptions, in the order of the query. */
  readonly chosen: (connectionId: ConnectionId, query: FileQuery, except: readonly FileKey[]) => readonly FileKey[];
  readonly clock: Clock;
  readonly random: Random;
  /** Records a bug in background work. */
  readonly report: (error: unknown) => void;
  /** Detects the capabilities of a token at a base URL by reads alone. Stores nothing. */
  readonly probeAt: (baseUrl: string, token: string) => Promise<Result<Probe, RemoteFailure>>;
  /** Sends an update without fields of a file to a base URL. Stores nothing. */
  readonly tryUpdateAt: (
    baseUrl: string,
    token: string,
    before: FileRecord,
  ) => Promise<Result<UpdateTrial, RemoteFailure>>;
  readonly selfTests: SelfTestsTable;
  /** Erasures of mirrors that are owed until they are done. */
  readonly erasures: {
    note(id: ConnectionId): void;
    settle(id: ConnectionId): void;
  };
  /** Ends the loads of a token that nobody wants any more, and those that follow, without one. @returns lets loads go on */
  readonly withholdToken: (id: ConnectionId) => () => void;
  readonly diagnostics: {
    /** Newest first. */
    requests(id: ConnectionId): readonly LoggedRequest[];
    /** Newest first. */
    crashes(): readonly { readonly name: string; readonly atMs: number; readonly sizeBytes: number }[];
    removeCrashes(): Promise<void>;
    readonly canOpenFolder: boolean;
    openFolder(): Promise<boolean>;
  };
  readonly gateways: {
    /** Fetches a picture; `cid` names the content at the address. */
    fetchPicture(url: string, cid: string): Promise<Result<FetchedPicture, PictureProblem>>;
    /** Shows an address in the person's browser. @returns false where the host cannot */
    openAddress(url: string): Promise<boolean>;
  };
  readonly info: {
    readonly version: string;
    readonly commit: string | null;
    readonly channel: string;
    readonly profileDirectory: string;
    readonly hasPrivateFiles: boolean;
    /** Problems of the profile's files, at the start and now, as messages. */
    readonly warnings: () => readonly string[];
  };
  readonly updates: Pick<Updates, 'check' | 'choose' | 'download' | 'problem' | 'state'> & {
    readonly isWebHost: boolean;
    /** Shows the folder of the fetched package. @returns whether the host could */
    showPackage(): Promise<boolean>;
  };
  readonly notices: () => string | null;
  /** The copies of the outbox, newest first. */
  readonly copies: () => OutboxCopy[];
  /** The size of the mirror and its text index on the disk. */
  readonly copySizeBytes: () => number;
  readonly tokenKeeping: () => Promise<TokenKeeping>;
  readonly exports: Exports;
  readonly announce: Announce;
};

/** What the outbox tells about a library: visits, and edits that arrived since a time and by day. */
export type LibraryContext = {
  readonly looks: LibraryLooksTable;
  readonly arrived: (id: ConnectionId, sinceMs: number | null, nowMs: number) => Promise<ArrivedEdits>;
};

/** What happened to connections, and the notes of long work that a handler carries out. */
export type ActivityContext = Pick<ActivityTable, 'list'> & Pick<ActivityLog, 'jobEnded'>;

/** The jobs that fetch and verify signatures, the known signers, and the signatures. */
export type SignatureContext = {
  readonly fetches: FetchJobs;
  readonly checks: VerificationJobs;
  readonly signers: KnownSignersTable;
  /** As they stood at one moment. */
  readonly every: (id: ConnectionId, filter: SignatureFilter) => Promise<readonly SignatureRow[]>;
};

export type Announce = (name: Exclude<EventName, 'keys.changed'>) => void;

/** Exports of files to a file on this computer, one at a time. */
type Exports = {
  readonly state: ExportState;
  /** @returns null when another one is running */
  start(request: {
    readonly connection: { readonly id: ConnectionId; readonly name: string; readonly service: string };
    readonly selection: Selection;
    readonly format: ExportFormat;
  }): string | null;
  cancel(): Promise<void>;
  dismiss(): void;
};

export const notFound: Failure = { kind: 'notFound' };

/** @param json null where the waiting edits are too long for one text */
export const pendingText = (json: string | null): Result<{ readonly json: string }, Failure> =>
  json === null ? fail({ kind: 'tooMany', of: 'pendingCharacters', most: LONGEST_PENDING_TEXT }) : ok({ json });

/** Wakes the push and announces the change, after a handler queued or moved an edit. */
export function queued(
  { connections, announce }: Pick<HandlerContext, 'connections' | 'announce'>,
  connectionId: ConnectionId,
): void {
  connections.running(connectionId)?.send({ kind: 'editQueued' });
  for (const name of ['files.changed', 'changes.changed', 'status.changed'] as const) announce(name);
}

/** Runs work that queues or moves edits in parts. What the parts before a failure have done is sent and shown as well. */
export async function queuedInParts<T>(
  context: Pick<HandlerContext, 'connections' | 'announce'>,
  connectionId: ConnectionId,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    queued(context, connectionId);
  }
}

/** The settings that a request names; one that it leaves out stays as it is. */
export const namedSettings = <Value>(settings: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]): [string, Value][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** Answers for an existing connection; fails with `notFound` for a deleted one. */
export function withConnection<T>(
  { connections }: Pick<HandlerContext, 'connections'>,
  id: ConnectionId,
  answer: (of: Connection) => T,
) {
  const connection = connections.get(id);
  return connection === null ? fail(notFound) : answer(connection);
}

/** The handlers' port to the practice service on this computer. */
export type Practice = {
  /** Starts the practice service, unless it runs, and connects to it. */
  connect(): Promise<Connection>;
  state(): PracticeStatus;
  set(changed: Partial<Omit<PracticeStatus, 'running'>>): Promise<PracticeStatus>;
  /** @returns false when the practice service has no such file, or refuses the values as too long */
  editAsSomebodyElse(change: {
    readonly network: Network;
    readonly id: string;
    readonly name: string | null;
    readonly keyvalues: readonly (readonly [string, string | null])[];
  }): Promise<boolean>;
};
