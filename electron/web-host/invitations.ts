import { randomBytes, timingSafeEqual } from 'node:crypto';

export const invitationLifeMs = 60_000;
const mostOpen = 20;

/** One-time secrets. Each admits one browser, within a minute. */
export class Invitations {
  readonly #nowMs: () => number;
  /** Open invitations, oldest first. */
  #open: readonly { readonly secret: string; readonly untilMs: number }[] = [];

  /** @param nowMs a monotonic clock */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Makes an invitation. The oldest ends when too many are open. */
  make(): string {
    const secret = newSecret();
    this.#open = [...this.#open, { secret, untilMs: this.#nowMs() + invitationLifeMs }].slice(-mostOpen);
    return secret;
  }

  /** Uses an invitation up. @returns whether it was open */
  accept(secret: string): boolean {
    const now = this.#nowMs();
    const found = this.#open.find((open) => open.untilMs > now && isEqual(open.secret, secret));
    this.#open = this.#open.filter((open) => open.untilMs > now && open !== found);
    return found !== undefined;
  }
}

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Compares secrets in a time that says nothing about where they differ. */
export function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
