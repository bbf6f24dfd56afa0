import type { FileRef } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { sendsAll } from '../../../src/domain/edits/update-body.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import { applyReadRecord, applyRemoteRecord } from '../ingest/apply-remote-record.ts';
import { readFile } from '../ingest/read-file.ts';
import { editsForAccount } from '../outbox/project-edits.ts';
import type { SyncPorts } from '../ports.ts';
import type { GroupCommit } from './group-commit.ts';
import { onAccepted, type OnMirrored } from './on-accepted.ts';
import { done, endFailed, onFailed, showFile, type Turn } from './on-failed.ts';
import { decideUpdate, mayBeAboutRemovals, type ComparedRecord, type PreparedUpdate } from './prepare-update.ts';

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

  /** @param leavesOutRemovals whether the service has just refused an update with removals */
  async send(file: FileRef, signal: AbortSignal, leavesOutRemovals = false): Promise<Turn> {
    const read = await this.#read(file, signal);
    if (!read.ok) return onFailed(this.#ports, file, read.failure, null);
    // The read took more requests than one: an update that waits for its turn now would be decided on an old record.
    if (this.#turnsLeft() < 1) return { kind: 'again', leavesOutRemovals };
    const update = await this.#decide(file, read.value, leavesOutRemovals);
    if (update === null) return done;
    this.#ports.announce('changes.changed');
    const answer = await this.#ports.service.updateFile(file.network, file.id, update.body, signal);
    return answer.ok
      ? await this.#recordAccepted(file, read.value, update, answer.value)
      : await this.#recordFailed(file, update, answer.failure);
  }

  /** Reads the record as the service holds it now, or takes the mirror's where the connection does not look first. */
  async #read(file: FileRef, signal: AbortSignal): Promise<Result<ComparedRecord, RemoteFailure>> {
    const { outbox } = this.#ports;
    const unresolved = outbox.unresolvedAttempt(file);
    const mirrored = unresolved === null ? this.#mirrored(file) : null;
    const requestSeq = outbox.nextRequestSeq();
    if (mirrored !== null) return ok({ received: mirrored, isFromService: false, unresolved });
    const read = await readFile(file, this.#ports, signal);
    if (!read.ok) return fail(read.failure);
    applyReadRecord(this.#ports, file, read.value, requestSeq);
    return ok({ received: read.value, isFromService: true, unresolved });
  }

  /**
   * Compares, and stores the attempt, in one transaction: what a person does meanwhile comes before both or after both.
   *
   * @returns the update to send, whose attempt is durable; null when nothing may be sent now
   */
  async #decide(file: FileRef, record: ComparedRecord, leavesOutRemovals: boolean): Promise<PreparedUpdate | null> {
    const { update, hasChanged } = await this.#commit.write(() =>
      decideUpdate(this.#ports, file, record, leavesOutRemovals),
    );
    // The mirror showed the read record with the waiting edits on top, so only changed edits are shown again.
    if (!record.isFromService || hasChanged) this.#show(file);
    return update;
  }

  /** The service refuses an update as a whole and does not say which part: removals are tried apart from the rest. */
  async #recordFailed(file: FileRef, update: PreparedUpdate, failure: RemoteFailure): Promise<Turn> {
    if (!mayBeAboutRemovals(update, failure)) return onFailed(this.#ports, file, failure, update.attemptId);
    await this.#commit.write(() => endFailed(this.#ports, update.attemptId, failure));
    return { kind: 'again', leavesOutRemovals: true };
  }

  /** One transaction of the outbox, then the mirror takes the record. The next start repeats the half a crash cut off. */
  async #recordAccepted(
    file: FileRef,
    { received: before }: ComparedRecord,
    update: PreparedUpdate,
    answered: ReceivedFile,
  ): Promise<Turn> {
    const { requestSeq, needsRepair } = await this.#commit.write(
      () => onAccepted(this.#ports, file, { ...update, before, answered }),
      (settled) => applyRemoteRecord(this.#ports, file, answered, settled.requestSeq),
    );
    this.#onMirrored(file, requestSeq);
    this.#ports.announce('changes.changed');
    // The repair stands behind a refused edit and would wait with it for the person.
    return needsRepair ? { kind: 'again', leavesOutRemovals: false } : done;
  }

  /**
   * The mirror's record, where the connection overwrites without looking. A whole metadata map needs a fresh one: the
   * mirror's would undo what others changed in keys that no edit touches.
   */
  #mirrored(file: FileRef): ReceivedFile | null {
    const { readBeforeWrite, learnt } = this.#ports.connection();
    const mirrored = readBeforeWrite ? null : this.#ports.files.get(file);
    if (mirrored === null) return null;
    const touchesMetadata = editsForAccount(this.#ports, file).changes.some(
      ({ status, field }) => status === 'queued' && field !== 'name',
    );
    if (touchesMetadata && sendsAll(learnt.keyvaluesMode)) return null;
    return { ...mirrored, keyvalues: new Map(mirrored.record.keyvalues) };
  }

  #show(file: FileRef): void {
    showFile(this.#ports, file);
    this.#ports.announce('changes.changed');
  }
}
