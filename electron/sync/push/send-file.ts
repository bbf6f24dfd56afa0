import type { FileRef } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { failureClassOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { applyReadRecord, applyRemoteRecord } from '../ingest/apply-remote-record.ts';
import { isLagging, LAG_MS } from '../ingest/lagging-read.ts';
import { readFile } from '../ingest/read-file.ts';
import type { SyncPorts } from '../ports.ts';
import type { GroupCommit } from './group-commit.ts';
import { type AcceptedUpdate, onAccepted, type OnMirrored } from './on-accepted.ts';
import { endFailed, onFailed, showFile } from './on-failed.ts';
import { done, type Purpose, type Turn, usual } from './turn.ts';
import { decideUpdate, purposeAfterRefusal, type ComparedRecord, type PreparedUpdate } from './prepare-update.ts';
import { recordWithoutLooking } from './without-looking.ts';

/** The classes of a failed update that was not applied and never will be. */
const REFUSALS: ReadonlySet<string> = new Set(['refused', 'notAllowed', 'gone', 'conflict']);

/** A read is one request, or the first time two; each of them is given up after a minute. */
const LONGEST_READ_MS = 120_000;

/** Sends the queued edits of one file: read, decide, send, record. At most one turn of a file runs at a time. */
export class FileSender {
  readonly #ports: SyncPorts;
  readonly #commit: GroupCommit;
  readonly #onMirrored: OnMirrored;
  readonly #turnsLeft: () => number;

  /**
   * @param commit shared by all files that are sent side by side
   * @param onMirrored called for every settled record that the mirror holds
   * @param turnsLeft requests that may still start without a wait
   */
  constructor(ports: SyncPorts, commit: GroupCommit, onMirrored: OnMirrored, turnsLeft: () => number) {
    this.#ports = ports;
    this.#commit = commit;
    this.#onMirrored = onMirrored;
    this.#turnsLeft = turnsLeft;
  }

  async send(file: FileRef, signal: AbortSignal, purpose: Purpose = usual): Promise<Turn> {
    const read = await this.#read(file, signal);
    if (!read.ok) return onFailed(this.#ports, file, read.failure, null);
    if (read.value === null) return this.#waitForReplica(file);
    // The read took more requests than one: an update that waits for its turn now would be decided on an old record.
    if (this.#turnsLeft() < 1 || this.#isOld(read.value)) return { kind: 'again', purpose };
    const update = await this.#decide(file, read.value, purpose);
    if (update === null) return done;
    this.#ports.announce('changes.changed');
    const answer = await this.#ports.service.updateFile(file.network, file.id, update.body, signal);
    return answer.ok
      ? await this.#recordAccepted(file, { ...update, compared: read.value, answered: answer.value, purpose })
      : await this.#recordFailed(file, update, answer.failure, purpose);
  }

  /**
   * Reads the record as the service holds it now, or takes the mirror's where the connection does not look first.
   *
   * @returns null for a record from before an update of ours, whose map would take that update back
   */
  async #read(file: FileRef, signal: AbortSignal): Promise<Result<ComparedRecord | null, RemoteFailure>> {
    const { outbox, clock } = this.#ports;
    const readAtMs = clock.nowMs();
    const unresolved = outbox.unresolvedAttempt(file);
    const mirrored = recordWithoutLooking(this.#ports, file);
    const requestSeq = outbox.nextRequestSeq();
    if (mirrored !== null) return ok({ received: mirrored, isFromService: false, readAtMs, unresolved });
    const read = await readFile(file, this.#ports, signal);
    if (!read.ok) return fail(read.failure);
    if (isLagging(this.#ports, file, read.value)) return ok(null);
    applyReadRecord(this.#ports, file, read.value, requestSeq);
    return ok({ received: read.value, isFromService: true, readAtMs, unresolved });
  }

  #waitForReplica(file: FileRef): Turn {
    const { outbox, clock } = this.#ports;
    outbox.setRetryState(file, { ...outbox.retryState(file), notBeforeMs: clock.nowMs() + LAG_MS });
    return done;
  }

  /** The computer slept before it took the answer. An update would overwrite unseen what somebody wrote meanwhile. */
  #isOld({ readAtMs }: ComparedRecord): boolean {
    return this.#ports.clock.nowMs() - readAtMs > LONGEST_READ_MS;
  }

  /**
   * Compares, and stores the attempt, in one transaction: what a person does meanwhile comes before both or after both.
   *
   * @returns the update to send, whose attempt is durable; null when nothing may be sent now
   */
  async #decide(file: FileRef, record: ComparedRecord, purpose: Purpose): Promise<PreparedUpdate | null> {
    const { update, hasChanged } = await this.#commit.write(() => decideUpdate(this.#ports, file, record, purpose));
    // The mirror showed the read record with the waiting edits on top, so only changed edits are shown again.
    if (!record.isFromService || hasChanged) this.#show(file);
    return update;
  }

  /**
   * The service refuses an update as a whole and does not say which part: removals are tried apart from the rest. A refused
   * trial says nothing about the edit, which has been written.
   */
  async #recordFailed(file: FileRef, update: PreparedUpdate, failure: RemoteFailure, { kind }: Purpose): Promise<Turn> {
    const isRefusedTrial = kind === 'trial' && REFUSALS.has(failureClassOf(failure).kind);
    const mode = this.#ports.connection().learnt.keyvaluesMode;
    const purpose = isRefusedTrial ? usual : purposeAfterRefusal(update, failure, mode);
    if (purpose === null) {
      const turn = onFailed(this.#ports, file, failure, update.attemptId);
      // The rest stands behind the refused removals, and was never tried alone.
      return kind === 'onlyRemovals' && turn.kind === 'done' ? { kind: 'again', purpose: usual } : turn;
    }
    await this.#commit.write(() => endFailed(this.#ports, update.attemptId, failure));
    return { kind: 'again', purpose };
  }

  /** One transaction of the outbox, then the mirror takes the record. The next start repeats the half a crash cut off. */
  async #recordAccepted(file: FileRef, accepted: AcceptedUpdate): Promise<Turn> {
    const { requestSeq, needsRepair, trial } = await this.#storeAccepted(file, accepted);
    this.#onMirrored(file, requestSeq);
    this.#ports.announce('changes.changed');
    if (trial !== null) return { kind: 'again', purpose: { kind: 'trial', field: trial } };
    // The repair stands behind a refused edit and would wait with it for the person.
    return needsRepair ? { kind: 'again', purpose: usual } : done;
  }

  /** A full disk is often met by the commit alone, which many files share. */
  async #storeAccepted(file: FileRef, accepted: AcceptedUpdate): Promise<ReturnType<typeof onAccepted>> {
    try {
      return await this.#commit.write(
        () => onAccepted(this.#ports, file, accepted),
        (settled) => applyRemoteRecord(this.#ports, file, accepted.answered, settled.requestSeq),
      );
    } catch (error) {
      this.#ports.unshown.note([file]);
      throw error;
    }
  }

  #show(file: FileRef): void {
    showFile(this.#ports, file);
    this.#ports.announce('changes.changed');
  }
}
