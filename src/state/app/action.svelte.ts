import type { Failure } from '../../domain/core/failure.ts';
import type { Result } from '../../domain/core/result.ts';

/**
 * An action of a person that the core carries out: whether one is under way, and why the last one failed. Both are about one
 * subject, such as the open file: `leave` goes on to another one.
 */
export class Action {
  #subject = {};
  #underWay = $state(0);
  #failure = $state.raw<Failure | null>(null);
  #last: Promise<unknown> = Promise.resolve();

  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  /** Why the core did not carry out the last action; null once it carried one out. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Compared before and after work, tells whether its subject was left meanwhile. */
  get subject(): object {
    return this.#subject;
  }

  /** @returns null, and the work is not begun, while another action is under way */
  async run<Answer>(work: () => Promise<Result<Answer, Failure>>): Promise<Result<Answer, Failure> | null> {
    return this.isBusy ? null : await this.runBeside(work);
  }

  /** Runs the work once all work given here before is done: choices made in quick succession all count, in their order. */
  runInTurn<Answer>(work: () => Promise<Result<Answer, Failure>>): Promise<Result<Answer, Failure>> {
    const before = this.#last;
    const reply = this.runBeside(async () => {
      await before;
      return await work();
    });
    this.#last = reply;
    return reply;
  }

  /** Runs the work whatever else is under way. */
  async runBeside<Answer>(work: () => Promise<Result<Answer, Failure>>): Promise<Result<Answer, Failure>> {
    const subject = this.#subject;
    this.#underWay += 1;
    const reply = await work();
    if (subject !== this.#subject) return reply;
    this.#underWay -= 1;
    this.#failure = reply.ok ? null : reply.failure;
    return reply;
  }

  /** Puts the failure away; work under way still says what becomes of it. */
  clear(): void {
    this.#failure = null;
  }

  /** Goes on to another subject: what becomes of work under way is not said of that one, and holds up none of its work. */
  leave(): void {
    this.#subject = {};
    this.#underWay = 0;
    this.#failure = null;
  }
}
