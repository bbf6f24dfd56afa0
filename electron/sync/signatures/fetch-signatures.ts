import { deniedBy } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import {
  describeFailure,
  failureClassOf,
  FAILURES_BEFORE_PAUSE,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import { stepAfterFailure } from '../../../src/domain/signatures/signature-record.ts';
import type { SignaturesTable } from '../../database/mirror/mirror.ts';
import type {
  ContentRef,
  FetchJobsTable,
  SelectedCids,
  SignatureJob,
  WantedSignature,
} from '../../database/signatures/fetch-jobs-table.ts';
import type { Signed } from '../../remote/service.ts';
import type { Beside, Clock, Random, SyncPorts } from '../ports.ts';
import type { FetchBackoff } from './fetch-backoff.ts';

type FetchConnection = Pick<SyncPorts, 'service' | 'mayAsk' | 'saveTraits' | 'connection'> & {
  readonly beside: Beside;
};

export type FetchJobPorts = {
  readonly jobs: FetchJobsTable;
  readonly signatures: SignaturesTable;
  readonly chosen: SelectedCids;
  /** The open connection; null when it is not open. Its service keeps the rate limit. */
  readonly running: (id: ConnectionId) => FetchConnection | null;
  /** Verifies fetched signatures. */
  readonly check: (id: ConnectionId, places: readonly ContentRef[]) => Promise<unknown>;
  /** Listens to jobs that came to their end. */
  readonly ended: (id: ConnectionId, job: SignatureJob) => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly announce: () => void;
  readonly report: (error: unknown) => void;
};

/** Requests side by side: enough for the usual rate limits at one second an answer, few enough to delay no edit. */
const ASKED_AT_ONCE = 4;
/** CIDs in one transaction: a few milliseconds, which an edit may wait. */
const GATHERED_AT_ONCE = 250;

/** One run of a connection's job. */
type FetchRun = FetchJobPorts & {
  readonly id: ConnectionId;
  readonly pauses: FetchBackoff;
  readonly signal: AbortSignal;
  /** Ends the job, in the same turn in which no CID was left: an addition may come in the next. */
  readonly end: () => void;
};

/** Gathers the CIDs of a job, then fetches their signatures, until none is left, a pause begins or the connection stops. */
export async function fetchSignatures(run: FetchRun): Promise<void> {
  const { id, jobs, clock, announce, pauses, signal, end } = run;
  // Before each step: a person may add a selection while the job asks the service.
  while ((await gather(run)) && !pauses.has(id)) {
    const wants = jobs.next(id, ASKED_AT_ONCE);
    if (wants.length === 0) return end();
    const running = run.running(id);
    if (running === null || !running.mayAsk() || !isAllowed(running)) return;
    await running.beside(async (ended) => {
      const either = AbortSignal.any([signal, ended]);
      const ask = async (want: WantedSignature) => ({
        want,
        answer: await running.service.signature(want.network, want.cid, either),
      });
      await store({ ...run, signal: either }, await Promise.all(wants.map(ask)));
    });
    announce();
    await clock.yieldToEventLoop();
  }
}

/** Whether the token may read signatures, as far as is known. */
export const isAllowed = (running: Pick<SyncPorts, 'connection'>): boolean =>
  running.connection().learnt.signatures.kind !== 'no';

/** Turns the selection of the job, if there is one, into CIDs. @returns whether the job may go on */
async function gather({ id, jobs, chosen, clock, announce, signal }: FetchRun): Promise<boolean> {
  const selection = jobs.get(id)?.selection ?? null;
  if (selection === null) return !signal.aborted;
  for (const part of chosen(id, selection, GATHERED_AT_ONCE)) {
    jobs.add(id, part);
    announce();
    await clock.yieldToEventLoop();
    // The job may be another one now, with a selection of its own.
    if (signal.aborted) return false;
  }
  jobs.gathered(id);
  return true;
}

type Answered = {
  readonly want: WantedSignature;
  readonly answer: { ok: true; value: Signed } | { ok: false; failure: RemoteFailure };
};

async function store(run: FetchRun, answers: readonly Answered[]): Promise<void> {
  const { id, jobs, signatures, clock, check, pauses, signal } = run;
  const fetched = answers.flatMap(({ want, answer }) => (answer.ok ? [{ want, ...answer.value }] : []));
  const fetchedAtMs = clock.nowMs();
  jobs.atomically(() => {
    for (const { want, signature } of fetched) {
      signatures.put(id, want.network, want.cid, { signature, fetchedAtMs });
      jobs.settle(id, want, null);
    }
  });
  if (fetched.length > 0) {
    pauses.succeeded(id);
    savePermission(run);
    const signed = fetched.filter(({ signature }) => signature !== null);
    await check(
      id,
      signed.map(({ want }) => want),
    );
  }
  // Requests that the stop aborted tell nothing about the service.
  if (signal.aborted) return;
  for (const { want, answer } of answers) {
    if (answer.ok) continue;
    if (isForbidden(answer.failure) && (fetched.length > 0 || want.tries > 0)) onForbidden(run, want, answer.failure);
    else onFailed(run, want, answer.failure);
  }
}

const isForbidden = (failure: RemoteFailure): boolean => failureClassOf(failure).kind === 'notAllowed';

/** A token may read the signatures of one network and not those of the other: those it may not read come last, and once more. */
function onForbidden({ id, jobs }: FetchRun, want: WantedSignature, failure: RemoteFailure): void {
  if (want.tries > 0) jobs.settle(id, want, describeFailure(failure));
  else jobs.requeue(want);
}

function savePermission({ id, running, clock }: FetchRun): void {
  const connection = running(id);
  if (connection?.connection().learnt.signatures.kind === 'yes') return;
  connection?.saveTraits({ signatures: { kind: 'yes', checkedAtMs: clock.nowMs() } });
}

function onFailed({ id, jobs, clock, running, pauses }: FetchRun, want: WantedSignature, failure: RemoteFailure): void {
  const step = stepAfterFailure(failure, want.tries);
  if (step.kind === 'notAllowed') {
    // The job would stop at the same ones again, and never come to those behind them.
    if (isForbidden(failure)) jobs.requeue(want);
    return running(id)?.saveTraits({ signatures: deniedBy(failure, clock.nowMs()) });
  }
  const inARow = pauses.failed(id);
  switch (step.kind) {
    case 'wait':
      return pauses.begin(id, step.delayMs);
    case 'giveUp':
      return jobs.settle(id, want, describeFailure(failure));
    case 'later':
      jobs.requeue(want);
      if (inARow >= FAILURES_BEFORE_PAUSE) pauses.begin(id, null);
  }
}
