import type { FilesTable } from '../../database/mirror/mirror.ts';
import type { OutboxTable } from '../../database/outbox/outbox.ts';
import type { Clock } from '../ports.ts';

type Transactions = { readonly atomically: OutboxTable['atomically'] };

type CommonCommitPorts = {
  readonly outbox: Transactions;
  readonly files: Pick<FilesTable, 'atomically'>;
  readonly clock: Pick<Clock, 'yieldToEventLoop'>;
};

/** What one file writes in a common commit. */
type Part = {
  readonly write: () => void;
  readonly take: () => void;
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
};

/**
 * Lets what several files write into the queue in one turn share a transaction, and with it one wait for the disk.
 * Nobody is answered before it is durable, and nobody's failure takes another's part with it.
 */
export class GroupCommit {
  readonly #ports: CommonCommitPorts;
  #waiting: Part[] = [];

  constructor(ports: CommonCommitPorts) {
    this.#ports = ports;
  }

  /**
   * @param work writes into the queue; it may be run again after a failure, and then nothing is left of the first time
   * @param take then writes into the copy
   * @returns what `work` did, once it is durable and taken. Rejects with what either of them threw
   */
  write<T>(work: () => T, take: (written: T) => void = () => undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(partOf(work, take, resolve, reject));
      if (this.#waiting.length === 1) void this.#ports.clock.yieldToEventLoop().then(() => this.#commit());
    });
  }

  #commit(): void {
    const { outbox, files } = this.#ports;
    const written = inOne(outbox, this.#waiting.splice(0), (part) => part.write());
    const taken = inOne(files, written, (part) => part.take());
    for (const part of taken) part.answer();
  }
}

function partOf<T>(
  work: () => T,
  take: (written: T) => void,
  resolve: (written: T) => void,
  fail: (error: unknown) => void,
): Part {
  const written: { take: () => void; answer: () => void } = { take: () => undefined, answer: () => undefined };
  return {
    write: () => {
      const done = work();
      written.take = () => take(done);
      written.answer = () => resolve(done);
    },
    take: () => written.take(),
    answer: () => written.answer(),
    fail,
  };
}

/** @returns those whose work is committed; the others have heard why theirs is not */
function inOne(of: Transactions, parts: readonly Part[], work: (part: Part) => void): readonly Part[] {
  const [first, ...others] = parts;
  if (first === undefined) return [];
  try {
    of.atomically(() => parts.forEach(work));
    return parts;
  } catch (error) {
    // Whose fault it was shows when each is alone.
    if (others.length > 0) return parts.flatMap((part) => inOne(of, [part], work));
    first.fail(error);
    return [];
  }
}
