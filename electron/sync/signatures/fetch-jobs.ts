import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { FAILURES_BEFORE_PAUSE } from '../../../src/domain/service/failure-class.ts';
import { describeFailure, requestIdOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { Selection } from '../../../src/domain/files/selection.ts';
import { stepAfterFailure } from '../../../src/domain/signatures/signature-record.ts';
import type { SelectedCids } from '../../database/signatures/selected-cids.ts';
import type { SignaturesTable } from '../../database/mirror/mirror.ts';
import type {
  ContentRef,
  SignatureJob,
  FetchJobsTable,
  WantedSignature,
} from '../../database/signatures/fetch-jobs-table.ts';
import type { Signed } from '../../remote/service.ts';
import { FetchBackoff } from './fetch-backoff.ts';
import type { Random, Clock, SyncPorts } from '../ports.ts';

export type FetchJobPorts = {
  readonly jobs: FetchJobsTable;
  readonly signatures: SignaturesTable;
  readonly chosen: SelectedCids;
  /** The open connection; null when it is not open. Its service keeps the rate limit. */
  readonly running: (id: ConnectionId) => Pick<SyncPorts, 'service' | 'mayAsk' | 'saveTraits' | 'connection'> | null;
  /** Verifies fetched signatures. */
  readonly check: (id: ConnectionId, places: readonly ContentRef[]) => Promise<unknown>;
  readonly clock: Clock;
  readonly chance: Random;
  readonly announce: () => void;
  readonly report: (error: unknown) => void;
};

/** The status of a fetch job. `resting`: paused, offline or without a token. */
export type FetchJobStatus = 'gathering' | 'asking' | 'waiting' | 'resting' | 'notAllowed' | 'done';
export type FetchState = Pick<SignatureJob, 'total' | 'done' | 'failed' | 'failure'> & {
  readonly status: FetchJobStatus;
  readonly retryAtMs: number | null;
};

/** Requests side by side: enough for the usual rate limits at one second an answer, few enough to delay no edit. */
const ASKED_AT_ONCE = 4;
/** CIDs in one transaction: a few milliseconds, which an edit may wait. */
const GATHERED_AT_ONCE = 250;
const FORGOTTEN_AT_ONCE = 500;

type Work = { readonly ending: AbortController; readonly ended: Promise<void> };

/** Fetches the signatures a person asked for: one job for each connection, which resumes after a stop. */
export class FetchJobs {
  readonly #ports: FetchJobPorts;
  readonly #work = new Map<ConnectionId, Work>();
  readonly #pauses: FetchBackoff;
  readonly #cancelling = new Set<ConnectionId>();
  /** The last finished job of each connection. */
  readonly #ended = new Map<ConnectionId, SignatureJob>();

  constructor(ports: FetchJobPorts) {
    this.#ports = ports;
    this.#pauses = new FetchBackoff(ports, (id) => this.goOn(id));
  }

  /** The job of a connection, or its last finished one; null when there was none. */
  state(id: ConnectionId): FetchState | null {
    const job = this.#ports.jobs.get(id);
    const shown = job ?? this.#ended.get(id);
    if (shown === undefined) return null;
    const { total, done, failed, failure } = shown;
    const retryAtMs = this.#pauses.endsAtMs(id);
    return { total, done, failed, failure, retryAtMs, status: job === null ? 'done' : this.#statusOf(id, job) };
  }

  /**
   * Begins a job, or adds to it.
   *
   * @returns false while an earlier selection is still being gathered, or cancelled
   */
  begin(id: ConnectionId, wanted: Selection | readonly ContentRef[], onlyMissing: boolean): boolean {
    const { jobs, clock, announce } = this.#ports;
    if (this.#cancelling.has(id) || (jobs.get(id)?.selection ?? null) !== null) return false;
    const selection = 'kind' in wanted ? wanted : null;
    jobs.begin(id, { startedAtMs: clock.nowMs(), onlyMissing, selection });
    if (!('kind' in wanted)) jobs.add(id, wanted);
    this.#ended.delete(id);
    announce();
    this.goOn(id);
    return true;
  }

  /** Resumes every job that may go on: after a start, and whenever a connection may be back. */
  wake(): void {
    for (const id of this.#ports.jobs.owners()) if (!this.#pauses.has(id)) this.#start(id);
  }

  /** Resumes a job at once, also during a pause. */
  goOn(id: ConnectionId): void {
    this.#pauses.end(id);
    this.#start(id);
  }

  /** Ends a job and forgets what it has not fetched. Fetched signatures stay. */
  async cancel(id: ConnectionId): Promise<void> {
    this.#cancelling.add(id);
    await this.#stop(id);
    while (this.#ports.jobs.forgetSome(id, FORGOTTEN_AT_ONCE)) await this.#ports.clock.yieldToEventLoop();
    this.#ports.jobs.end(id);
    this.#ended.delete(id);
    this.#cancelling.delete(id);
    this.#ports.announce();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#work.keys(), ...this.#pauses.owners()].map((id) => this.#stop(id)));
  }

  async #stop(id: ConnectionId): Promise<void> {
    this.#pauses.end(id);
    const work = this.#work.get(id);
    work?.ending.abort();
    await work?.ended;
  }

  #statusOf(id: ConnectionId, { selection }: SignatureJob): FetchJobStatus {
    const running = this.#ports.running(id);
    if (running !== null && !isAllowed(running)) return 'notAllowed';
    if (selection !== null) return 'gathering';
    if (running === null || !running.mayAsk()) return 'resting';
    return this.#pauses.has(id) ? 'waiting' : 'asking';
  }

  #mayRun(id: ConnectionId): boolean {
    const running = this.#ports.running(id);
    const hasWork = this.#ports.jobs.get(id) !== null && !this.#pauses.has(id);
    return hasWork && running !== null && running.mayAsk() && isAllowed(running);
  }

  #start(id: ConnectionId): void {
    if (this.#work.has(id) || this.#cancelling.has(id)) return;
    const ending = new AbortController();
    const ended = this.#run(id, ending.signal)
      .then(() => !ending.signal.aborted, this.#ports.report)
      .then((hasEnded) => {
        this.#work.delete(id);
        this.#ports.announce();
        // The last step may have overlapped with an addition, or with the connection's return.
        if (hasEnded === true && this.#mayRun(id)) this.#start(id);
      });
    this.#work.set(id, { ending, ended });
  }

  async #run(id: ConnectionId, signal: AbortSignal): Promise<void> {
    const { jobs, clock, announce } = this.#ports;
    await this.#gather(id, signal);
    while (!signal.aborted && !this.#pauses.has(id)) {
      const wants = jobs.next(id, ASKED_AT_ONCE);
      if (wants.length === 0) return this.#end(id);
      const running = this.#ports.running(id);
      if (running === null || !running.mayAsk() || !isAllowed(running)) return;
      const ask = async (want: WantedSignature) => ({
        want,
        answer: await running.service.signature(want.network, want.cid, signal),
      });
      await this.#store(id, await Promise.all(wants.map(ask)), signal);
      announce();
      await clock.yieldToEventLoop();
    }
  }

  async #gather(id: ConnectionId, signal: AbortSignal): Promise<void> {
    const { jobs, chosen, clock, announce } = this.#ports;
    const selection = jobs.get(id)?.selection ?? null;
    if (selection === null) return;
    for (const part of chosen(id, selection, GATHERED_AT_ONCE)) {
      if (signal.aborted) return;
      jobs.add(id, part);
      announce();
      await clock.yieldToEventLoop();
    }
    jobs.gathered(id);
  }

  #end(id: ConnectionId): void {
    const job = this.#ports.jobs.get(id);
    this.#ports.jobs.end(id);
    this.#pauses.succeeded(id);
    if (job !== null) this.#ended.set(id, job);
  }

  async #store(id: ConnectionId, answers: readonly Answered[], signal: AbortSignal): Promise<void> {
    const { jobs, signatures, clock } = this.#ports;
    const fetched = answers.flatMap(({ want, answer }) => (answer.ok ? [{ want, ...answer.value }] : []));
    const fetchedAtMs = clock.nowMs();
    jobs.atomically(() => {
      for (const { want, signature } of fetched) {
        signatures.put(id, want.network, want.cid, { signature, fetchedAtMs });
        jobs.settle(id, want, null);
      }
    });
    if (fetched.length > 0) {
      this.#pauses.succeeded(id);
      this.#savePermission(id);
      await this.#ports.check(
        id,
        fetched.filter(({ signature }) => signature !== null).map(({ want }) => want),
      );
    }
    // Requests that the stop aborted tell nothing about the service.
    if (signal.aborted) return;
    for (const { want, answer } of answers) if (!answer.ok) this.#failed(id, want, answer.failure);
  }

  #savePermission(id: ConnectionId): void {
    const running = this.#ports.running(id);
    if (running?.connection().learnt.signatures.kind === 'yes') return;
    running?.saveTraits({ signatures: { kind: 'yes', checkedAtMs: this.#ports.clock.nowMs() } });
  }

  #failed(id: ConnectionId, want: WantedSignature, failure: RemoteFailure): void {
    const { jobs, clock, running } = this.#ports;
    const step = stepAfterFailure(failure, want.tries);
    switch (step.kind) {
      case 'notAllowed': {
        const words = describeFailure(failure);
        const requestId = requestIdOf(failure);
        running(id)?.saveTraits({ signatures: { kind: 'no', checkedAtMs: clock.nowMs(), words, requestId } });
        return;
      }
      case 'wait':
        return this.#pauses.begin(id, step.delayMs);
      case 'giveUp':
        jobs.settle(id, want, describeFailure(failure));
        break;
      case 'later':
        jobs.requeue(want);
    }
    const inARow = this.#pauses.failed(id);
    if (inARow >= FAILURES_BEFORE_PAUSE && step.kind === 'later') this.#pauses.begin(id, null);
  }
}

type Answered = {
  readonly want: WantedSignature;
  readonly answer: { ok: true; value: Signed } | { ok: false; failure: RemoteFailure };
};

const isAllowed = (running: Pick<SyncPorts, 'connection'>): boolean =>
  running.connection().learnt.signatures.kind !== 'no';
