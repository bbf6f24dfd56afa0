import type { ExportState, WhichExport } from '../../src/domain/exports/library-export.ts';
import type { ExportJob, ExportOutcome, Progress } from './job.ts';

/** A running export. */
export type RunningExport = {
  /** Rejects because of a bug only. */
  readonly outcome: Promise<ExportOutcome>;
  readonly cancel: () => void;
};

/** The part of an export's job that the page chooses. */
export type ExportRequest = Pick<ExportJob, 'connection' | 'selection' | 'format'>;

export type ExportsPorts = {
  readonly run: (request: ExportRequest, progress: (progress: Progress) => void) => RunningExport;
  /** Removes the partial file of an export that a bug ended. */
  readonly clean: () => void;
  readonly newId: () => string;
  readonly announce: () => void;
  /** Records a bug. @returns the reference shown to the person */
  readonly report: (error: unknown) => string;
};

/** Runs one export at a time, and keeps its end until the person dismisses it. */
export class LibraryExports {
  readonly #ports: ExportsPorts;
  #state: ExportState = { kind: 'idle' };
  #running: RunningExport | null = null;
  #ended: Promise<void> = Promise.resolve();

  constructor(ports: ExportsPorts) {
    this.#ports = ports;
  }

  get state(): ExportState {
    return this.#state;
  }

  /** Starts an export. @returns its id, or null while another export runs */
  start(request: ExportRequest): string | null {
    if (this.#running !== null) return null;
    const which = { exportId: this.#ports.newId(), connectionId: request.connection.id, format: request.format };
    this.#set({ kind: 'running', ...which, done: 0, total: null, stopping: false });
    const running = this.#ports.run(request, (progress) => this.#updateProgress(progress));
    this.#running = running;
    this.#ended = this.#follow(running, which);
    return which.exportId;
  }

  /** Cancels the running export, if any. Resolves after its partial file is removed. */
  async cancel(): Promise<void> {
    if (this.#state.kind === 'running') this.#set({ ...this.#state, stopping: true });
    this.#running?.cancel();
    await this.#ended;
  }

  dismiss(): void {
    if (this.#running === null) this.#set({ kind: 'idle' });
  }

  async #follow(running: RunningExport, which: WhichExport): Promise<void> {
    const ended = await running.outcome
      .then((outcome) => stateAfter(outcome, which))
      .catch((error: unknown) => {
        this.#ports.clean();
        const detail = this.#ports.report(error);
        return { kind: 'failed' as const, ...which, trouble: 'broken' as const, detail };
      });
    this.#running = null;
    this.#set(ended);
  }

  #updateProgress(progress: Progress): void {
    if (this.#state.kind === 'running') this.#set({ ...this.#state, ...progress });
  }

  #set(state: ExportState): void {
    this.#state = state;
    this.#ports.announce();
  }
}

const stateAfter = (outcome: ExportOutcome, which: WhichExport): ExportState =>
  outcome.kind === 'cancelled' ? { kind: 'idle' } : { ...which, ...outcome };
