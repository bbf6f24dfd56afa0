import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/core/durations.ts';
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

/** Why a look, or the download of a package, came to nothing. */
type Failure = { readonly problem: UpdateProblem; readonly download: ReleaseFile | null };

/** Looks for a newer version and fetches its package, for the person to install: nothing here replaces the program. */
export class Updates {
  readonly #ports: UpdatesPorts;
  #state: UpdateState;
  #failure: Failure | null = null;
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
    return this.#failure?.problem ?? null;
  }

  /** Waits for the next daily look, where the person wants one. */
  start(): void {
    const nowMs = this.#ports.nowMs();
    const atMs = this.#ports.source === null ? null : nextCheckAtMs(this.#ports.choice.read(), nowMs);
    this.#cancelWake();
    if (atMs !== null) this.#lookAt(atMs);
  }

  #lookAt(atMs: number): void {
    this.#cancelWake();
    this.#cancelWake = this.#ports.wakeAt(atMs, () => {
      // The look of the next day comes first: a bug ends this look alone.
      this.#lookAt(this.#ports.nowMs() + DAY_MS);
      // Nobody asked for this look: why the last one, or a download, failed stays in sight until more is known.
      void this.#check(this.#failure).catch(this.#ports.report);
    });
  }

  choose(isDaily: boolean): void {
    this.#ports.choice.write({ ...this.#ports.choice.read(), isDaily });
    this.start();
    this.#ports.announce();
  }

  /** Looks now. Does nothing while a look or a download is under way, or a package is ready. */
  check(): Promise<void> {
    return this.#check(null);
  }

  /** @param told the failure that stays in sight meanwhile */
  async #check(told: Failure | null): Promise<void> {
    const { source } = this.#ports;
    const before = this.#state;
    if (source === null || this.#isBusy || before.kind === 'ready') return;
    this.#become({ kind: 'checking' }, told);
    await this.#look(source, before).catch((error: unknown) => this.#broke(before, error));
  }

  /** @param before what was known, and stays so when the look fails */
  async #look(source: UpdateSource, before: UpdateState): Promise<void> {
    const { choice, nowMs, random } = this.#ports;
    const found = await fetchFeed(source, this.#ports, this.#work.signal);
    // A timer of the next look would keep the thread alive.
    if (this.#work.signal.aborted) return;
    const chosen = choice.read();
    if (!found.ok && found.failure === 'unreachable') {
      // Nobody was asked, as where a computer starts before its network is there: the look of the day is still to come.
      if (chosen.isDaily) this.#lookAt(nowMs() + HOUR_MS);
      return this.#become(before, { problem: found.failure, download: null });
    }
    const rolloutNumber = chosen.rolloutNumber ?? Math.floor(random() * 100);
    choice.write({ ...chosen, checkedAtMs: nowMs(), rolloutNumber });
    this.start();
    if (!found.ok) return this.#become(before, { problem: found.failure, download: null });
    const offer = offerOf(found.value, { ...this.#ports.installation, rolloutNumber });
    this.#offered = offer.kind === 'newer' ? offer.file : null;
    const isSamePackage = this.#offered !== null && this.#offered.sha512 === this.#failure?.download?.sha512;
    this.#become(this.#stateOf(offer), isSamePackage ? this.#failure : null);
  }

  /** Fetches the package that the last look found. */
  async download(): Promise<void> {
    const { source } = this.#ports;
    const [offered, before] = [this.#offered, this.#state];
    if (source === null || offered === null || before.kind !== 'available') return;
    const { version, notesUrl } = before;
    this.#become({ kind: 'downloading', version, doneBytes: 0, sizeBytes: offered.sizeBytes }, null);
    try {
      const made = await this.#fetched(source, offered).catch((error: unknown) => this.#broke(before, error));
      if (made.ok) this.#become({ kind: 'ready', version, path: made.value, notesUrl }, null);
      else if (made.failure === 'noFeed') await this.#checkAfterGone(before, offered);
      else this.#become(before, { problem: made.failure, download: offered });
    } finally {
      // A daily look that fell due meanwhile gave way.
      if (!this.#work.signal.aborted) this.start();
    }
  }

  /** Looks what is newest where a package is not found: the address is that of the newest release, which may be another by now. */
  async #checkAfterGone(before: UpdateState, download: ReleaseFile): Promise<void> {
    const gone: Failure = { problem: 'unreachable', download };
    this.#become(before, gone);
    await this.#check(gone);
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
    this.#become(back, this.#failure);
    throw error;
  }

  #become(state: UpdateState, failure: Failure | null): void {
    this.#state = state;
    this.#failure = failure;
    this.#ports.announce();
  }
}
