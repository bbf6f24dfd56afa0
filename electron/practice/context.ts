import type { Clock } from './clock.ts';
import type { Fault, FaultSettingsStore } from './faults/fault-settings.ts';
import type { StaleReads } from './faults/stale-reads.ts';
import type { RequestLog } from './request-log.ts';
import type { Account } from './tables/account-table.ts';
import type { FilesTable } from './tables/files-table.ts';
import type { KeysTable } from './tables/keys-table.ts';

/** The parts of the practice service. */
export type PracticeContext = {
  /** The current account; a reset replaces it. */
  account(): Account;
  readonly files: FilesTable;
  readonly keys: KeysTable;
  readonly settings: FaultSettingsStore;
  readonly log: RequestLog;
  readonly staleReads: StaleReads;
  readonly clock: Clock;
  /** Aborted when the service closes, which ends every wait. */
  readonly closing: AbortSignal;
};

/** The state of one request, beside its URL and headers. */
export type PracticeRequest = {
  /** Empty before it is read. */
  body: Buffer;
  readonly fault: Fault | null;
  /** Whether a route changed a record. */
  applied: boolean;
  /** The stack of a bug in the service; null without one. */
  bug: string | null;
};

export type PracticeEnv = { Bindings: PracticeRequest };
