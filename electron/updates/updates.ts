import { MINUTE_MS } from '../../src/domain/core/durations.ts';
import type { Result } from '../../src/domain/core/result.ts';
import { type Installation, offerOf, type ReleaseFile } from '../../src/domain/updates/release-feed.ts';
import {
  nextCheckAtMs,
  type UpdateChoice,
  type UpdateProblem,
  type UpdateState,
} from '../../src/domain/updates/update-state.ts';
import { downloadPackage, type DownloadPorts } from './download-package.ts';
import { fetchFeed, type UpdateSource } from './fetch-release.ts';

export type UpdatesPorts = Omit<DownloadPorts, 'progress'> & {
  /** Null for a build that names no feed. */
  readonly source: UpdateSource | null;
  /** The page of the newest release, for a person. */
  readonly notesUrl: string;
  readonly installation: Omit<Installation, 'rolloutNumber'>;
  readonly choice: { read(): UpdateChoice; write(changed: UpdateChoice): void };
  readonly nowMs: () => number;
  /** Calls back once. @returns a function that cancels the call */
  readonly wakeAt: (atMs: number, wake: () => void) => () => void;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly announce: () => void;
  /** Records a bug in background work. */
  readonly report: (error: unknown) => void;
};

const PROGRESS_EVERY_BYTES = 2_000_000;
/** The network stack of Electron waits for ever. */
const LONGEST_SILENCE_MS = 2 * MINUTE_MS;

/** Looks for a newer version and fetches its package, for the person to install: nothing here replaces the program. */
export class Updates {
  readonly #ports: UpdatesPorts;
  #state: UpdateState;
  #problem: UpdateProblem | null = null;
  #offered: ReleaseFile | null = null;
  #work = new AbortController();
  #cancelWake: () => void = () => {};

  constructor(ports: UpdatesPorts) {
    this.#ports = ports;
    this.#state = ports.source === null ? { kind: 'notConfigured' } : { kind: 'resting' };
  }

  get state(): UpdateState {
    return this.#state;
  }
  /** Why the last look or download came to nothing; null when it did not. */
  get problem(): UpdateProblem | null {
    return this.#problem;
  }

  /** Waits for the next daily look, where the person wants one. */
  start(): void {
    this.#cancelWake();
    const nowMs = this.#ports.nowMs();
    const atMs = this.#ports.source === null ? null : nextCheckAtMs(this.#ports.choice.read(), nowMs);
    if (atMs !== null) this.#cancelWake = this.#ports.wakeAt(atMs, () => void this.check().catch(this.#ports.report));
  }

  choose(isDaily: boolean): void {
    this.#ports.choice.write({ ...this.#ports.choice.read(), isDaily });
    this.start();
    this.#ports.announce();
  }

  /** Looks now. Does nothing while a look or a download is under way, or a package is ready. */
  async check(): Promise<void> {
    const { source } = this.#ports;
    if (source === null || this.#isBusy || this.#state.kind === 'ready') return;
    this.#become({ kind: 'checking' }, null);
    await this.#look(source).catch((error: unknown) => this.#broke({ kind: 'resting' }, error));
  }

  async #look(source: UpdateSource): Promise<void> {
    const { choice, nowMs, random } = this.#ports;
    const found = await fetchFeed(source, this.#ports, this.#work.signal);
    // A timer of the next look would keep the thread alive.
    if (this.#work.signal.aborted) return;
    const before = choice.read();
    const rolloutNumber = before.rolloutNumber ?? Math.floor(random() * 100);
    choice.write({ ...before, checkedAtMs: nowMs(), rolloutNumber });
    this.start();
    if (!found.ok) return this.#become({ kind: 'resting' }, found.failure);
    const offer = offerOf(found.value, { ...this.#ports.installation, rolloutNumber });
    this.#offered = offer.kind === 'newer' ? offer.file : null;
    this.#become(this.#stateOf(offer), null);
  }

  /** Fetches the package that the last look found. */
  async download(): Promise<void> {
    const { source } = this.#ports;
    const [offered, before] = [this.#offered, this.#state];
    if (source === null || offered === null || before.kind !== 'available') return;
    const { version, notesUrl } = before;
    this.#become({ kind: 'downloading', version, doneBytes: 0, sizeBytes: offered.sizeBytes }, null);
    const made = await this.#fetched(source, offered).catch((error: unknown) => this.#broke(before, error));
    if (made.ok) return this.#become({ kind: 'ready', version, path: made.value, notesUrl }, null);
    this.#become(before, made.failure);
    // A daily look that fell due meanwhile gave way.
    if (!this.#work.signal.aborted) this.start();
  }

  /** Ends what is under way. */
  close(): void {
    this.#cancelWake();
    this.#work.abort();
  }

  get #isBusy(): boolean {
    return this.#state.kind === 'checking' || this.#state.kind === 'downloading';
  }

  /** Fetches the package for as long as bytes of it arrive. */
  async #fetched(source: UpdateSource, file: ReleaseFile): Promise<Result<string, UpdateProblem>> {
    const { nowMs, wakeAt } = this.#ports;
    const silence = new AbortController();
    const listen = (): (() => void) => wakeAt(nowMs() + LONGEST_SILENCE_MS, () => silence.abort());
    let stopListening = listen();
    const progress = (doneBytes: number): void => {
      stopListening();
      stopListening = listen();
      this.#progress(doneBytes);
    };
    const signal = AbortSignal.any([this.#work.signal, silence.signal]);
    return await downloadPackage(source, file, { ...this.#ports, progress }, signal).finally(() => stopListening());
  }

  #progress(doneBytes: number): void {
    const told = this.#state;
    if (told.kind !== 'downloading' || doneBytes - told.doneBytes < PROGRESS_EVERY_BYTES) return;
    this.#become({ ...told, doneBytes }, null);
  }

  #stateOf(offer: ReturnType<typeof offerOf>): UpdateState {
    if (offer.kind === 'none') return { kind: 'upToDate' };
    if (offer.kind === 'later') return offer;
    const { version, file } = offer;
    return { kind: 'available', version, sizeBytes: file?.sizeBytes ?? null, notesUrl: this.#ports.notesUrl };
  }

  /** Neither a full disk nor a bug may keep a person from another try. */
  #broke(back: UpdateState, error: unknown): never {
    this.#become(back, null);
    throw error;
  }

  #become(state: UpdateState, problem: UpdateProblem | null): void {
    this.#state = state;
    this.#problem = problem;
    this.#ports.announce();
  }
}
