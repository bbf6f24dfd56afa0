import { fileKeyText, type FileRef } from '../../../src/domain/core/ids.ts';
import { SUSPECT_AFTER_SUCCESSES_OF_OTHERS } from '../../../src/domain/service/remote-failure.ts';

type Failing = {
  /** Updates that the service had accepted at the last try. */
  readonly acceptedBefore: number;
  /** Tries since whose predecessor another file got through. */
  readonly outdone: number;
};

/**
 * The updates that the service accepted in this run of the program, beside the files that fail: who fails while others get
 * through, again and again, fails by itself. A success from before an outage shows nothing of what comes in it.
 */
export class Successes {
  #accepted = 0;
  readonly #failing = new Map<string, Failing>();

  accepted(of: FileRef): void {
    this.#accepted += 1;
    this.#failing.delete(fileKeyText(of));
  }

  /** Notes a failed try. @returns whether others got through between so many tries that the failure is the file's own */
  failed(of: FileRef): boolean {
    const before = this.#failing.get(fileKeyText(of));
    const isOutdone = before !== undefined && this.#accepted > before.acceptedBefore;
    const outdone = (before?.outdone ?? 0) + (isOutdone ? 1 : 0);
    this.#failing.set(fileKeyText(of), { acceptedBefore: this.#accepted, outdone });
    return isOutdone && outdone >= SUSPECT_AFTER_SUCCESSES_OF_OTHERS;
  }
}
