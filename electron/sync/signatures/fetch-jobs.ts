import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { Selection } from '../../../src/domain/files/queries.ts';
import type { ContentRef, SignatureJob } from '../../database/signatures/fetch-jobs-table.ts';
import { FetchBackoff } from './fetch-backoff.ts';
import { type FetchJobPorts, fetchSignatures, isAllowed } from './fetch-signatures.ts';

/** The status of a fetch job. `resting`: paused, offline or without a token. */
export type FetchJobStatus = 'gathering' | 'asking' | 'waiting' | 'resting' | 'notAllowed' | 'done';
export type FetchState = Pick<SignatureJob, 'total' | 'done' | 'failed' | 'failure'> & {
  readonly status: FetchJobStatus;
  readonly retryAtMs: number | null;
};

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
  #isClosed = false;

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
    // `goOn` would end the wait that the service named.
    this.#start(id);
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
    try {
      await this.#stop(id);
      while (this.#ports.jobs.forgetSome(id, FORGOTTEN_AT_ONCE)) await this.#ports.clock.yieldToEventLoop();
      this.#ports.jobs.end(id);
      this.#ended.delete(id);
    } finally {
      // A disk that refuses leaves the rest of the job, which a person may resume or cancel again.
      this.#cancelling.delete(id);
      this.#ports.announce();
    }
  }

  /** Forgets the job whose mirror was emptied, and a finished one. Call in the same turn: the next job may begin at once. */
  mirrorEmptied(id: ConnectionId): void {
    this.#ended.delete(id);
    this.#pauses.end(id);
    this.#work.get(id)?.ending.abort();
    this.#ports.announce();
  }

  /** Waits for the work under way; nothing resumes a job after it, such as a status of a connection that closes later. */
  async close(): Promise<void> {
    this.#isClosed = true;
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
    if (this.#isClosed || this.#work.has(id) || this.#cancelling.has(id)) return;
    const ending = new AbortController();
    const { signal } = ending;
    const ended = fetchSignatures({ ...this.#ports, id, pauses: this.#pauses, signal, end: () => this.#end(id) })
      .then(() => true, this.#ports.report)
      .then((hasEnded) => {
        this.#work.delete(id);
        this.#ports.announce();
        // The last step may have overlapped with an addition, with the connection's return, or with the next mirror's job.
        if (hasEnded === true && this.#mayRun(id)) this.#start(id);
      });
    this.#work.set(id, { ending, ended });
  }

  #end(id: ConnectionId): void {
    const job = this.#ports.jobs.get(id);
    this.#ports.jobs.end(id);
    this.#pauses.succeeded(id);
    if (job === null) return;
    this.#ended.set(id, job);
    this.#ports.ended(id, job);
  }
}
