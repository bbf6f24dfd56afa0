import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { KeyRunOuts } from '../../domain/keys/key-run-outs.ts';
import type { LibraryContents } from '../../domain/library/contents.ts';
import type { ArrivedEdits, LibraryNews } from '../../domain/library/news.ts';
import { Action } from '../app/action.svelte.ts';
import { type ClockState, pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { listenToAll, Query, throttle } from '../app/query.svelte.ts';

/** A scan announces changes all the time, and a person reads a chart for seconds. */
const REST_MS = 2_000;

/** The library of a connection: what the mirror holds, and what happened since the last visit. */
export class LibraryState {
  readonly #bridge: Bridge;
  readonly #connectionId: string;
  readonly #clock: typeof pageClock;
  readonly #shownClock: ClockState;
  readonly #contents: Query<void, LibraryContents>;
  readonly #news: Query<number | null, LibraryNews>;
  readonly #arrived: Query<number | null, ArrivedEdits>;
  readonly #runOuts: Query<void, KeyRunOuts>;
  readonly #unfetched: Query<void, { files: number }>;
  readonly #seeing = new Action();
  /** Undefined until the core has noted this visit. */
  #sinceMs = $state<number | null | undefined>(undefined);

  constructor({ bridge, connectionId, app }: ScreenPorts, clock = pageClock) {
    this.#bridge = bridge;
    this.#connectionId = connectionId;
    this.#clock = clock;
    this.#shownClock = app.clock;
    this.#contents = new Query(() => bridge.ask('library.contents', { connectionId }));
    this.#news = new Query((sinceMs) => bridge.ask('library.news', { connectionId, sinceMs }));
    this.#arrived = new Query((sinceMs) => bridge.ask('library.arrived', { connectionId, sinceMs }));
    this.#runOuts = new Query(() => bridge.ask('keys.runOuts', { connectionId }));
    this.#unfetched = new Query(() => bridge.ask('signatures.unfetched', { connectionId }));
  }

  /** Null until it has arrived, as are the others. */
  get contents(): LibraryContents | null {
    return this.#contents.current;
  }
  get news(): LibraryNews | null {
    return this.#news.current;
  }
  get arrived(): ArrivedEdits | null {
    return this.#arrived.current;
  }
  get runOuts(): KeyRunOuts | null {
    return this.#runOuts.current;
  }
  /** Whether all that news are made of was counted, so that nothing among it is no news. */
  get hasWholeNews(): boolean {
    return this.news !== null && this.arrived !== null && this.runOuts !== null;
  }
  /** Files whose signature was never fetched. */
  get unfetched(): number | null {
    return this.#unfetched.current?.files ?? null;
  }
  /** The end of the visit before this one; null at the first visit. */
  get sinceMs(): number | null {
    return this.#sinceMs ?? null;
  }
  get failure(): Failure | null {
    const asked = [this.#contents, this.#news, this.#arrived, this.#runOuts];
    return this.#seeing.failure ?? asked.find(({ failure }) => failure !== null)?.failure ?? null;
  }

  /** Notes a visit, and asks again when something changed. @returns stops watching */
  watch(): () => void {
    const contents = this.#throttled(() => this.#contents.ask());
    const unfetched = this.#throttled(() => this.#unfetched.ask());
    contents();
    unfetched();
    const stops = [
      this.watchNews(),
      this.#bridge.listen('files.changed', contents),
      // A chart that ends today would end yesterday after a quiet night.
      this.#shownClock.followDay(contents),
      listenToAll(this.#bridge, ['files.changed', 'signatures.changed'], unfetched),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Watches the news alone, for a screen without the charts. @returns stops watching */
  watchNews(): () => void {
    const news = this.#throttled(() => this.#news.ask(this.sinceMs));
    const arrived = this.#throttled(() => this.#arrived.ask(this.sinceMs));
    const runOuts = this.#throttled(() => this.#runOuts.ask());
    this.#seeing.clear();
    runOuts();
    void this.#look().then(() => {
      news();
      arrived();
    });
    const stops = [
      listenToAll(this.#bridge, ['files.changed'], () => {
        if (this.#sinceMs !== undefined) news();
      }),
      // A send settles edits.
      listenToAll(this.#bridge, ['changes.changed'], () => {
        if (this.#sinceMs !== undefined) arrived();
      }),
      listenToAll(this.#bridge, ['keys.changed'], runOuts),
      this.#shownClock.followDay(() => {
        if (this.#sinceMs === undefined) return;
        news();
        arrived();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Asks again after a failure. */
  async again(): Promise<void> {
    this.#seeing.clear();
    await Promise.all([
      ...[this.#contents.ask(), this.#runOuts.ask(), this.#unfetched.ask()],
      ...[this.#news.ask(this.sinceMs), this.#arrived.ask(this.sinceMs)],
    ]);
  }

  #throttled(work: () => Promise<unknown>): () => void {
    return throttle(work, this.#clock, REST_MS);
  }

  /** Notes that the person has read the news, which stay where that could not be kept. @returns whether it could */
  async seen(): Promise<boolean> {
    const connectionId = this.#connectionId;
    const reply = await this.#seeing.runBeside(() => this.#bridge.ask('library.seen', { connectionId }));
    if (reply.ok) this.#sinceMs = reply.value.sinceMs;
    await Promise.all([this.#news.ask(this.sinceMs), this.#arrived.ask(this.sinceMs)]);
    return reply.ok;
  }

  async #look(): Promise<void> {
    const reply = await this.#bridge.ask('library.look', { connectionId: this.#connectionId });
    // A visit that could not be noted, as on a full disk, has no news; the charts do not depend on it.
    this.#sinceMs = reply.ok ? reply.value.sinceMs : null;
  }
}
