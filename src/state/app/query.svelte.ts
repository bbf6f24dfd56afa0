import type { Bridge, EventName } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Result } from '../../domain/core/result.ts';
import { pageClock } from './clock.svelte.ts';

/**
 * A question to the core, and its latest answer. The latest question wins: an answer that arrives after a later question
 * was asked is dropped.
 */
export class Query<Input, Answer> {
  readonly #fetch: (input: Input) => Promise<Result<Answer, Failure>>;
  readonly #onFailure: 'keep' | 'forget';
  #current = $state.raw<Answer | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #isLoading = $state(false);
  #latest = 0;
  /** The latest question when an action failed: a reply to it, or to one before, is older than that failure. */
  #failedAfter = 0;
  #pending: Promise<Answer | null> = Promise.resolve(null);

  /** @param onFailure whether the last answer stays on screen when the next question fails */
  constructor(fetch: (input: Input) => Promise<Result<Answer, Failure>>, onFailure: 'keep' | 'forget' = 'keep') {
    this.#fetch = fetch;
    this.#onFailure = onFailure;
  }

  /** The last answer; null before the first. */
  get current(): Answer | null {
    return this.#current;
  }

  /** Why the last question has no answer; null when it has one. */
  get failure(): Failure | null {
    return this.#failure;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Ends when the latest question has its answer; at once where none is open. */
  get arrival(): Promise<Answer | null> {
    return this.#pending;
  }

  /**
   * Ends when the latest question has its answer, also where that is a later one than this.
   *
   * @returns null when the question failed, or when a later question or `take`, `act`, `clear` or `giveUp` overtook it
   */
  ask(input: Input): Promise<Answer | null> {
    this.#pending = this.#run(input);
    return this.#pending;
  }

  /** Takes an answer that came by another way. It overtakes every open question. */
  take(answer: Answer): void {
    this.giveUp();
    this.#current = answer;
    this.#failure = null;
  }

  /**
   * Carries out an action that replies with an answer. Where another answer was asked for or taken meanwhile, the core alone
   * knows which is newer, and is asked once more. A failure leaves the answer, and the one on its way, as they are.
   */
  async act<Reply extends Answer>(
    this: Query<void, Answer>,
    work: () => Promise<Result<Reply, Failure>>,
  ): Promise<Result<Reply, Failure>> {
    const before = this.#latest;
    const reply = await work();
    this.note(reply);
    if (reply.ok && before === this.#latest) this.take(reply.value);
    else if (reply.ok) void this.ask();
    return reply;
  }

  /** Shows the failure of an action beside the question, or that it succeeded, until the answer to a later question. */
  note(reply: Result<unknown, Failure>): void {
    this.#failure = reply.ok ? null : reply.failure;
    this.#failedAfter = reply.ok ? 0 : this.#latest;
  }

  /** Drops the answer on screen, the failure, and the answers still to come. */
  clear(): void {
    this.giveUp();
    this.#current = null;
    this.#failure = null;
  }

  /** Drops the answers still to come; the last one stays. */
  giveUp(): void {
    this.#latest += 1;
    this.#pending = Promise.resolve(null);
    this.#isLoading = false;
  }

  /** Asks now, and again when one of these events says that something changed. @returns stops watching */
  watch(this: Query<void, Answer>, bridge: Bridge, events: readonly EventName[]): () => void {
    const ask = throttle(() => this.ask());
    ask();
    return listenToAll(bridge, events, ask);
  }

  async #run(input: Input): Promise<Answer | null> {
    const request = ++this.#latest;
    this.#isLoading = true;
    const reply = await this.#fetch(input);
    if (request !== this.#latest) {
      await this.#pending;
      return null;
    }
    this.#isLoading = false;
    if (request > this.#failedAfter) this.#failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.#current = reply.value;
    else if (this.#onFailure === 'forget') this.#current = null;
    return reply.ok ? reply.value : null;
  }
}

/** During a first full scan the core announces changes all the time; nothing is asked again more often than this. */
const REST_MS = 250;

/** Does the work at once, then rests; calls during the work or the rest lead to one more run after the rest. */
export function throttle(work: () => Promise<unknown>, { after } = pageClock, restMs = REST_MS): () => void {
  let isBusy = false;
  let isWanted = false;
  return function wanted(): void {
    isWanted = isBusy;
    if (isBusy) return;
    isBusy = true;
    void work().finally(() =>
      after(restMs, () => {
        isBusy = false;
        if (isWanted) wanted();
      }),
    );
  };
}

/** Calls the listener at each of these events. @returns stops listening */
export function listenToAll(bridge: Bridge, names: readonly EventName[], listener: () => void): () => void {
  const stops = names.map((name) => bridge.listen(name, listener));
  return () => stops.forEach((stop) => stop());
}
