import { createHash } from 'node:crypto';
import type { SignatureVerdict, SignedContent } from '../../../src/domain/signatures/content-signature.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { KnownSigner, SignerAddress } from '../../../src/domain/signatures/known-signer.ts';
import type { ChangeMark } from '../../database/mirror/row-change-log.ts';
import type { ContentRef } from '../../database/signatures/fetch-jobs-table.ts';
import type {
  CheckableSignature,
  CheckedSignature,
  VerificationTable,
} from '../../database/signatures/verification-table.ts';
import type { Clock } from '../ports.ts';

export type Verify = (
  contents: readonly SignedContent[],
  signers: readonly SignerAddress[],
) => Promise<readonly SignatureVerdict[]>;

export type VerificationPorts = {
  readonly verdicts: VerificationTable;
  readonly signers: () => readonly KnownSigner[];
  /** Runs in a thread of its own: thousands of signatures take seconds. */
  readonly verify: Verify;
  readonly clock: Clock;
  readonly announce: () => void;
  readonly report: (error: unknown) => void;
};

export type VerificationProgress = { readonly done: number; readonly total: number };

/** Raised when the rule of verification changes, so that every signature is verified again. */
const RULE = 1;
const CHECKED_AT_ONCE = 50;

/** A verification of all signatures of a connection, under way. */
type VerificationRun = { done: number; total: number; isAskedAgain: boolean };

/** Verifies stored signatures against the known signers, without a network, and stores the inputs of each verification. */
export class VerificationJobs {
  readonly #ports: VerificationPorts;
  readonly #runs = new Map<ConnectionId, VerificationRun>();
  /** Connections whose run waits until the tables are ready. */
  readonly #waiting = new Set<ConnectionId>();
  /** Up to where in the changes of files the verdicts of each connection follow. */
  readonly #marks = new Map<ConnectionId, ChangeMark>();
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(ports: VerificationPorts) {
    this.#ports = ports;
  }

  /** The progress of a run over all signatures; null when there is none. */
  progress(id: ConnectionId): VerificationProgress | null {
    const run = this.#runs.get(id);
    return run === undefined ? null : { done: run.done, total: run.total };
  }

  /** Verifies all signatures of a connection whose inputs have changed since their last verification. */
  checkAll(id: ConnectionId): void {
    this.#marks.set(id, this.#ports.verdicts.mark());
    const run = this.#runs.get(id);
    if (run !== undefined) run.isAskedAgain = true;
    else if (this.#ports.verdicts.isReady()) this.#begin(id);
    else this.#waiting.add(id);
  }

  /** Begins waiting runs if the tables are ready now. */
  wake(): void {
    if (this.#waiting.size === 0 || !this.#ports.verdicts.isReady()) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const id of waiting) this.#begin(id);
  }

  /**
   * Call after a pull: it may have brought the date that a signature was made for. Verifies signatures of content whose files
   * changed since the call before; all of them when those cannot be told.
   */
  pulled(id: ConnectionId): void {
    void this.#followFiles(id).catch(this.#ports.report);
  }

  /** Verifies a few signatures at once. @returns whether any was verified anew */
  async check(id: ConnectionId, places: readonly ContentRef[]): Promise<boolean> {
    // Another request would start another thread of the verifier.
    if (this.#isClosed) return false;
    if (!this.#ports.verdicts.isReady()) {
      this.#waiting.add(id);
      return false;
    }
    const found = places.flatMap((place) => this.#ports.verdicts.find(id, place) ?? []);
    const checking = this.#checkSlice(id, found);
    this.#closeAfter(checking);
    return await checking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#work;
  }

  async #followFiles(id: ConnectionId): Promise<void> {
    const { verdicts, clock } = this.#ports;
    const mark = this.#marks.get(id);
    const changed = mark === undefined ? null : verdicts.changedSince(id, mark);
    if (changed === null) return this.checkAll(id);
    this.#marks.set(id, verdicts.mark());
    for (let from = 0; from < changed.length && !this.#isClosed; from += CHECKED_AT_ONCE) {
      const signed = verdicts.signed(id, changed.slice(from, from + CHECKED_AT_ONCE));
      if (signed.length > 0) await this.check(id, signed);
      await clock.yieldToEventLoop();
    }
  }

  #begin(id: ConnectionId): void {
    this.#runs.set(id, { done: 0, total: this.#ports.verdicts.count(id), isAskedAgain: false });
    this.#closeAfter(this.#run(id).catch(this.#ports.report));
  }

  /** Keeps no result: each would hold the one before it, and a fetch of a large library makes hundreds of thousands. */
  #closeAfter(work: Promise<unknown>): void {
    this.#work = Promise.allSettled([this.#work, work]).then(() => undefined);
  }

  async #run(id: ConnectionId): Promise<void> {
    const run = this.#runs.get(id);
    try {
      for (let place: ContentRef | null = null; run !== undefined && !this.#isClosed;) {
        const slice = this.#ports.verdicts.slice(id, place, CHECKED_AT_ONCE);
        await this.#checkSlice(id, slice);
        run.done += slice.length;
        place = slice.at(-1) ?? null;
        if (place === null && !run.isAskedAgain) break;
        if (place === null) Object.assign(run, { done: 0, isAskedAgain: false });
        await this.#ports.clock.yieldToEventLoop();
      }
    } finally {
      this.#runs.delete(id);
      this.#ports.announce();
    }
  }

  async #checkSlice(id: ConnectionId, slice: readonly CheckableSignature[]): Promise<boolean> {
    const { verdicts, verify, clock, announce } = this.#ports;
    const signers = this.#ports.signers().map(({ address }) => address);
    const due = slice.filter((one) => inputsOf(one, signers) !== one.inputs);
    if (due.length === 0) return false;
    const found = await verify(due, signers);
    if (this.#isClosed) return false;
    const checkedAtMs = clock.nowMs();
    verdicts.save(
      id,
      due.map((one, at) => checked(one, signers, found[at], checkedAtMs)),
    );
    announce();
    return true;
  }
}

function checked(
  one: CheckableSignature,
  signers: readonly SignerAddress[],
  found: SignatureVerdict | undefined,
  checkedAtMs: number,
): CheckedSignature {
  const { network, cid, signature } = one;
  // Without a signer or a date, `noMatch` would mean nothing.
  const isEmpty = signers.length === 0 || one.createdAt.length === 0;
  const verdict = found === undefined || (isEmpty && found.kind === 'noMatch') ? null : found;
  return { network, cid, signature, inputs: inputsOf(one, signers), verdict, checkedAtMs };
}

/** A short hash of everything that a verdict depends on. */
function inputsOf({ cid, signature, createdAt }: SignedContent, signers: readonly SignerAddress[]): string {
  const all = JSON.stringify([RULE, cid, signature, createdAt, signers.toSorted()]);
  return createHash('sha256').update(all).digest('base64url').slice(0, 22);
}
