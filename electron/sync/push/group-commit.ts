import type { FilesTable } from '../../database/mirror/mirror.ts';
import type { OutboxTable } from '../../database/outbox/outbox.ts';
import type { Clock } from '../ports.ts';

type Transactions = { readonly atomically: OutboxTable['atomically'] };

type GroupCommitPorts = {
  readonly outbox: Transactions;
  readonly files: Pick<FilesTable, 'atomically'>;
  readonly clock: Pick<Clock, 'yieldToEventLoop'>;
};

/** What one file writes in a group commit. */
type Part = {
  readonly write: () => void;
  readonly take: () => void;
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
};

/**
 * Commits what several files write in one turn of the event loop together, so that they share one wait for the disk. A
 * write resolves when it is durable; the failure of one file rolls back no other file's part.
 */
export class GroupCommit {
  readonly #ports: GroupCommitPorts;
  #waiting: Part[] = [];

  constructor(ports: GroupCommitPorts) {
    this.#ports = ports;
  }

  /**
   * @param work writes into the outbox; runs again, alone, when another file's part failed and all were rolled back
   * @param take writes into the mirror after the outbox has committed
   * @returns the result of `work` when both are committed; rejects with what either threw
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

/** @returns the parts whose work is committed; the others have failed */
function inOne(of: Transactions, parts: readonly Part[], work: (part: Part) => void): readonly Part[] {
  const [first, ...others] = parts;
  if (first === undefined) return [];
  try {
    of.atomically(() => parts.forEach(work));
    return parts;
  } catch (error) {
    // Each part alone shows which of them failed.
    if (others.length > 0) return parts.flatMap((part) => inOne(of, [part], work));
    first.fail(error);
    return [];
  }
}
