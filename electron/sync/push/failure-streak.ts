import type { Result } from '../../../src/domain/core/result.ts';
import {
  FAILURES_BEFORE_PAUSE,
  FAILURES_IN_SPITE_OF_PROBE,
  failureClassOf,
} from '../../../src/domain/service/remote-failure.ts';
import { describeFailure, isTooLarge, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { Turn } from './turn.ts';

type FailedTurn = Extract<Turn, { kind: 'failed' }>;

/** The service itself says that it is broken or that the token may not write: a probe that only reads shows nothing new. */
const isOfService = ({ failureClass }: FailedTurn): boolean => ['broken', 'notAllowed'].includes(failureClass.kind);

/**
 * Failed tries in a row, from one round to the next: in an outage each new edit has a round of its own. A probe that passes
 * begins anew, for the failures were the files' own.
 */
export type FailureRow = { inARow: number };

/**
 * The files that failed one after another. A failure is a file's own trouble as soon as another request gets through: that
 * of another file, or a probe about none of them.
 */
export class FailureStreak {
  readonly #probe: () => Promise<Result<unknown, RemoteFailure>>;
  readonly #row: FailureRow;
  #length = 0;
  #hasProbed = false;
  /** The latest probe; files that fail while it is under way wait for its verdict. */
  #probing: Promise<FailedTurn | null> = Promise.resolve(null);
  #latest: FailedTurn | null = null;

  /** @param probe asks the service something that concerns no single file */
  constructor(probe: () => Promise<Result<unknown, RemoteFailure>>, row: FailureRow) {
    this.#probe = probe;
    this.#row = row;
  }

  /** A file got through. */
  end(): void {
    this.#length = 0;
    this.#row.inARow = 0;
    this.#latest = null;
  }

  /** @returns the failure that ends the round; null when the next file may be tried */
  async add(failed: FailedTurn): Promise<FailedTurn | null> {
    this.#length += 1;
    this.#latest = failed;
    const mayBeFiles = !isOfService(failed);
    if (this.#length >= (mayBeFiles ? FAILURES_IN_SPITE_OF_PROBE : FAILURES_BEFORE_PAUSE)) return failed;
    if (mayBeFiles) this.#row.inARow += 1;
    if (this.#row.inARow >= FAILURES_BEFORE_PAUSE && !this.#hasProbed) this.#probing = this.#failedProbe();
    return await this.#probing;
  }

  /**
   * Judges the files that failed last. A stranger's answer to them may mean those files, or that nothing gets through.
   *
   * @returns the failure of the connection; null when the files alone are in trouble
   */
  async judge(): Promise<FailedTurn | null> {
    return this.#latest?.failureClass.kind === 'notOurService' ? await this.#failedProbe() : null;
  }

  async #failedProbe(): Promise<FailedTurn | null> {
    this.#hasProbed = true;
    const probed = await this.#probe();
    const failed = failureOfService(probed);
    if (failed === null) this.#row.inARow = 0;
    return failed;
  }
}

/** @returns null when the service answered, be it with a refusal, or with more than is read */
function failureOfService(probed: Result<unknown, RemoteFailure>): FailedTurn | null {
  if (probed.ok || isTooLarge(probed.failure)) return null;
  const failureClass = failureClassOf(probed.failure);
  const isRefusal = probed.failure.kind === 'answered' && !['later', 'broken', 'unknown'].includes(failureClass.kind);
  return isRefusal ? null : { kind: 'failed', failureClass, detail: describeFailure(probed.failure) };
}
