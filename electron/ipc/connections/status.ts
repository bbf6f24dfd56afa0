import type { SyncStatus } from '../../../src/contract/connections.ts';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import type { ConnectionSync } from '../../sync/connection/connection-sync.ts';

/** The sync status of a connection for the screens. */
export function statusOf(sync: ConnectionSync | null, counts: SyncStatus['counts'], of: Connection): SyncStatus {
  if (sync === null) return restingStatus(counts, of);
  const { mode, network, work, trouble, caughtUpAtMs } = sync.state;
  const { job, setAside, fullCheckAtMs } = sync;
  return {
    ...{ mode, network, work, trouble, caughtUpAtMs, counts, setAside, fullCheckAtMs },
    job: job === null ? null : { ...job, perSecond: job.perSecond ?? null },
  };
}

const restingStatus = (counts: SyncStatus['counts'], of: Connection): SyncStatus => ({
  mode: of.paused ? 'paused' : 'noToken',
  network: 'up',
  work: 'none',
  trouble: null,
  caughtUpAtMs: null,
  fullCheckAtMs: null,
  counts,
  job: null,
  setAside: 0,
});
