import { pageClock } from './clock.svelte.ts';

/** The time between two announcements of the same work. */
const APART_MS = 10_000;
const QUARTERS = 4;

/** What the status strip could announce. */
export type Announceable = {
  /** A person's own step, such as an undo; null before the first. Another object is another step, also with the same text. */
  readonly step: { readonly of: object; readonly text: string } | null;
  readonly status: string;
  /** The running job; `total` is null while unknown. */
  readonly job: { readonly done: number; readonly total: number | null } | null;
};

/**
 * The text of the one live region. A screen reader speaks each new text, and sending changes the status ten times a second:
 * a person's own step is announced at once, work at its start, at each quarter or after 10 s, and at its end.
 */
export class Announcement {
  #text = $state('');
  #times = $state(0);
  #step: object | null = null;
  #status = '';
  #saidAtMs = Number.NEGATIVE_INFINITY;
  #quarter = 0;

  get text(): string {
    return this.#text;
  }

  /** How often something was said: a screen reader hears the same text again where it stands in another element. */
  get times(): number {
    return this.#times;
  }

  hear({ step, status, job }: Announceable, nowMs: number): void {
    const quarter = quarterOf(job);
    if (step !== null && step.of !== this.#step) this.#say(step.text, nowMs, quarter);
    else if (status !== this.#status && this.#isDue(quarter, nowMs)) {
      this.#status = status;
      this.#say(status, nowMs, quarter);
    }
    this.#step = step?.of ?? null;
  }

  #isDue(quarter: number, nowMs: number): boolean {
    return quarter > this.#quarter || nowMs - this.#saidAtMs >= APART_MS;
  }

  #say(text: string, nowMs: number, quarter: number): void {
    this.#text = text;
    this.#times += 1;
    this.#saidAtMs = nowMs;
    this.#quarter = quarter;
  }
}

/** The quarters of a job that are done, 0 to 4; 0 without a total. */
const quarterOf = (job: Announceable['job']): number =>
  job?.total ? Math.floor((QUARTERS * job.done) / job.total) : 0;

/** How long a text stands before it is announced: a search that is typed changes it with each letter. */
export const SETTLED_MS = 1_000;

/** The text of a live region beside a text that changes while a person types: what that one says once it has settled. */
export class SettledText {
  readonly #after: typeof pageClock.after;
  #text = $state('');

  constructor({ after } = pageClock) {
    this.#after = after;
  }

  get text(): string {
    return this.#text;
  }

  /** @returns calls it off, for a text that takes its place */
  hear(text: string): () => void {
    return this.#after(SETTLED_MS, () => (this.#text = text));
  }
}
