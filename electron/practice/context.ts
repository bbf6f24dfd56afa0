import type { Clock } from './clock.ts';
import type { Fault, FaultSettingsStore } from './faults/fault-settings.ts';
import type { StaleReads } from './faults/stale-reads.ts';
import type { RequestLog } from './request-log.ts';
import type { Account } from './tables/account-table.ts';
import type { FilesTable } from './tables/files-table.ts';
import type { KeysTable } from './tables/keys-table.ts';

/** What the service is made of. */
export type PracticeContext = {
  /** Asked for each time, because a reset replaces it. */
  account(): Account;
  readonly files: FilesTable;
  readonly keys: KeysTable;
  readonly settings: FaultSettingsStore;
  readonly log: RequestLog;
  readonly staleReads: StaleReads;
  readonly clock: Clock;
  /** Fires when the service closes, so that nobody goes on waiting. */
  readonly closing: AbortSignal;
};

/** One request, as the routes see it besides its URL and headers. */
export type PracticeRequest = {
  /** Empty until it has been read. */
  body: Buffer;
  readonly fault: Fault | null;
  /** Set by a route that changed what the service holds. */
  applied: boolean;
  /** Set when the service itself went wrong. */
  bug: string | null;
};

export type PracticeEnv = { Bindings: PracticeRequest };
