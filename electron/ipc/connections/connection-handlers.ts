import { ceilingAfter } from '../../../src/domain/connections/file-ceiling.ts';
import { filesDone, filesOf, filesPerSecond, isNoticed, type Replay } from '../../../src/domain/edits/replay.ts';
import { problemOf, pushProblemOf, type SyncState } from '../../../src/domain/service/sync-state.ts';
import type { SyncStatus } from '../../../src/contract/connections.ts';
import { accountRefOf, type Connection, noTraits } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { ConnectionSync } from '../../sync/connection/connection-sync.ts';
import type { Job } from '../../sync/ports.ts';
import { probe, type Probe } from '../../sync/connection/probe.ts';
import { serviceFailure } from './connection-failures.ts';
import { type HandlerContext, namedSettings, notFound } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<HandlerContext, 'clock' | 'connections' | 'queries' | 'tables'>;

/** The list of connections, their settings, and their manual checks. */
export function connectionHandlers(context: Context) {
  const { connections, queries } = context;
  const checkNow = (id: ConnectionId): void => {
    context.tables.outbox.resetBackoff(id);
    connections.running(id)?.send({ kind: 'checkAsked' });
  };
  return {
    'connections.list': () =>
      ok(
        connections.list().map((connection) => {
          const accountRef = accountRefOf(connection);
          const counts = queries.fileCounts(connection.id, accountRef);
          const retry = queries.nextRetry(connection.id, accountRef);
          return { connection, status: { ...statusOf(connections.running(connection.id), counts, connection), retry } };
        }),
      ),
    'connections.change': ({ id, ...settings }) => {
      const changed = connections.change(id, namedSettings(settings));
      return changed === null ? fail(notFound) : ok(changed);
    },
    'connections.answerCeiling': ({ id, answer }) => {
      const before = connections.get(id);
      if (before === null) return fail(notFound);
      const fileCeiling = ceilingAfter(answer, before.fileCeiling, context.tables.files.count(id));
      const changed = connections.change(id, { fileCeiling });
      if (answer === 'goOn') checkNow(id);
      return changed === null ? fail(notFound) : ok(changed);
    },
    'connections.checkNow': ({ id }) => {
      checkNow(id);
      return ok(null);
    },
    'connections.probeAgain': async ({ id }) => {
      const changed = connections.change(id, { learnt: noTraits });
      if (changed === null) return fail(notFound);
      const found = await askAgain(context, id);
      if (found.ok && found.value !== null) connections.saveTraits(id, found.value.may);
      checkNow(id);
      return found.ok ? ok(connections.get(id) ?? changed) : fail(serviceFailure(found.failure));
    },
  } satisfies SomeHandlers;
}

const LONGEST_PROBE_MS = 30_000;

/** Probes every capability once. @returns null for a connection that is paused, offline or without a token */
async function askAgain({ connections, clock }: Context, id: ConnectionId): Promise<Asked> {
  const running = connections.running(id);
  if (running === null || !running.sync.mayAsk()) return ok(null);
  const given = { nowMs: clock.nowMs(), tokenKey: connections.get(id)?.tokenKey ?? null };
  return await running.beside(async (ended) => {
    const either = AbortSignal.any([ended, AbortSignal.timeout(LONGEST_PROBE_MS)]);
    const found = await probe(running.sync.service, given, either);
    // What was cut short by another token or address denies that one nothing.
    return ended.aborted ? ok(null) : found;
  });
}
type Asked = Result<Probe | null, RemoteFailure>;

/** The sync status of a connection for the screens. */
export function statusOf(sync: ConnectionSync | null, counts: SyncStatus['counts'], of: Connection): SyncStatus {
  if (sync === null) return restingStatus(counts, of);
  const { network, work, caughtUpAtMs } = sync.state;
  const { job, setAside, fullCheckAtMs } = sync;
  const replay = replayOf(sync, counts.waiting);
  return {
    ...{ network, work, caughtUpAtMs, counts, fullCheckAtMs },
    ...{ setAside: setAside.count, setAsideReason: setAside.reason },
    ...modeOf(sync.state),
    pushTrouble: pushProblemOf(sync.state),
    retry: null,
    replay,
    job: job && jobOf(job, replay.current),
  };
}

/** A replay of many files knows how many there are; a send of few is over before a share of it says anything. */
function jobOf(job: Job, replay: Replay | null): SyncStatus['job'] {
  if (job.kind !== 'push' || replay === null || !isNoticed(replay)) return { ...job, perSecond: job.perSecond ?? null };
  return { kind: 'push', done: filesDone(replay), total: filesOf(replay), perSecond: filesPerSecond(replay) };
}

/** The outbox counts what still waits, so that edits made meanwhile are part of the whole. */
function replayOf({ sync }: ConnectionSync, waiting: number): SyncStatus['replay'] {
  const { current, ended } = sync.replay;
  return {
    current: current && { ...current, waiting },
    ended: ended && { ...ended, waiting: Math.min(ended.waiting, waiting) },
  };
}

function modeOf(state: SyncState): Pick<SyncStatus, 'mode' | 'trouble'> {
  const problem = problemOf(state);
  if (problem === null) return { mode: state.mode, trouble: null };
  const { reason, attempt, retryAtMs, detail } = problem;
  if (reason !== 'tokenRefused') return { mode: state.mode, trouble: { reason, attempt, retryAtMs, detail } };
  return { mode: state.mode === 'running' ? 'tokenRefused' : state.mode, trouble: null };
}

const restingStatus = (counts: SyncStatus['counts'], of: Connection): SyncStatus => ({
  mode: of.paused ? 'paused' : 'noToken',
  network: 'up',
  work: 'none',
  trouble: null,
  pushTrouble: null,
  retry: null,
  replay: { current: null, ended: null },
  caughtUpAtMs: null,
  fullCheckAtMs: null,
  counts,
  job: null,
  setAside: 0,
  setAsideReason: null,
});
