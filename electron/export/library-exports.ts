import type { ExportState, WhichExport } from '../../src/domain/exports/library-export.ts';
import type { ExportJob, ExportOutcome, Progress } from './job.ts';

/** An export on its way. */
export type RunningExport = {
  /** Rejects when it broke in a way nobody expected. */
  readonly outcome: Promise<ExportOutcome>;
  readonly cancel: () => void;
};

/** What an export is asked to do; the rest of its job is known here. */
export type ExportRequest = Pick<ExportJob, 'connection' | 'selection' | 'format'>;

export type ExportsPorts = {
  readonly run: (wish: ExportRequest, progress: (progress: Progress) => void) => RunningExport;
  /** Removes what an export that broke left behind. */
  readonly clean: () => void;
  readonly newId: () => string;
  readonly announce: () => void;
  /** Records a bug. @returns the reference shown to the person */
  readonly report: (error: unknown) => string;
};

/** The latest export: one at a time, kept until the person has seen how it ended. */
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

  /** @returns the id of the export, or null when another one is running */
  start(wish: ExportRequest): string | null {
    if (this.#running !== null) return null;
    const which = { exportId: this.#ports.newId(), connectionId: wish.connection.id, format: wish.format };
    this.#set({ kind: 'running', ...which, done: 0, total: null, stopping: false });
    const running = this.#ports.run(wish, (progress) => this.#goOn(progress));
    this.#running = running;
    this.#ended = this.#follow(running, which);
    return which.exportId;
  }

  /** Resolves when the export has ended and nothing is left of it; at once when there is none. */
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

  #goOn(progress: Progress): void {
    if (this.#state.kind === 'running') this.#set({ ...this.#state, ...progress });
  }

  #set(state: ExportState): void {
    this.#state = state;
    this.#ports.announce();
  }
}

const stateAfter = (outcome: ExportOutcome, which: WhichExport): ExportState =>
  outcome.kind === 'cancelled' ? { kind: 'idle' } : { ...which, ...outcome };
