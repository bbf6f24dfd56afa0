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
import {
  decideUpdate,
  planAfterRefusal,
  prepareUpdate,
  type ComparedRecord,
  type PreparedUpdate,
} from './prepare-update.ts';

type Answer = Result<ReceivedFile, RemoteFailure>;

/** What follows from a recorded answer. */
type Next =
  | { readonly kind: 'turnOver'; readonly turn: Turn }
  /** The next update of the same turn; null when nothing else may be sent now. */
  | { readonly kind: 'sendNext'; readonly update: PreparedUpdate | null }
  /** The update did harm that a new edit repairs: the file has another turn at once. */
  | { readonly kind: 'sendRepair' };

/** Sends the queued edits of one file: read, decide, send, record. At most one turn of a file runs at a time. */
export class FileSender {
  readonly #ports: SyncPorts;
  readonly #commit: GroupCommit;
  readonly #onMirrored: OnMirrored;

  /**
   * @param commit shared by all files that are sent side by side
   * @param onMirrored called for every settled record that the mirror holds
   */
  constructor(ports: SyncPorts, commit: GroupCommit, onMirrored: OnMirrored) {
    this.#ports = ports;
    this.#commit = commit;
    this.#onMirrored = onMirrored;
  }

  async send(file: FileRef, signal: AbortSignal): Promise<Turn> {
    const read = await this.#read(file, signal);
    if (!read.ok) return onFailed(this.#ports, file, read.failure, null);
    let update = await this.#decide(file, read.value);
    while (update !== null) {
      const answer = await this.#send(file, update, signal);
      const next = await this.#record(file, read.value, update, answer);
      if (next.kind === 'turnOver') return next.turn;
      if (next.kind === 'sendRepair') return await this.send(file, signal);
      update = next.update;
    }
    return done;
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
  async #decide(file: FileRef, record: ComparedRecord): Promise<PreparedUpdate | null> {
    const { update, hasChanged } = await this.#commit.write(() => decideUpdate(this.#ports, file, record));
    // The mirror showed the read record with the waiting edits on top, so only changed edits are shown again.
    if (!record.isFromService || hasChanged) this.#show(file);
    return update;
  }

  async #send({ network, id }: FileRef, { body }: PreparedUpdate, signal: AbortSignal): Promise<Answer> {
    this.#ports.announce('changes.changed');
    return await this.#ports.service.updateFile(network, id, body, signal);
  }

  async #record(file: FileRef, record: ComparedRecord, update: PreparedUpdate, answer: Answer): Promise<Next> {
    if (answer.ok) return await this.#recordAccepted(file, record, update, answer.value);
    const { failure } = answer;
    const rest = planAfterRefusal(update, failure);
    if (rest === null) return { kind: 'turnOver', turn: onFailed(this.#ports, file, failure, update.attemptId) };
    const prepared = await this.#commit.write(() => {
      endFailed(this.#ports, update.attemptId, failure);
      return prepareUpdate(this.#ports, file, rest, record);
    });
    if (prepared.hasChanged) this.#show(file);
    return { kind: 'sendNext', update: prepared.update };
  }

  /** One transaction of the outbox, then the mirror takes the record. The next start repeats the half a crash cut off. */
  async #recordAccepted(
    file: FileRef,
    { received: before }: ComparedRecord,
    update: PreparedUpdate,
    answered: ReceivedFile,
  ): Promise<Next> {
    const { requestSeq, needsRepair } = await this.#commit.write(
      () => onAccepted(this.#ports, file, { ...update, before, answered }),
      (settled) => applyRemoteRecord(this.#ports, file, answered, settled.requestSeq),
    );
    this.#onMirrored(file, requestSeq);
    this.#ports.announce('changes.changed');
    // The repair stands behind a refused edit and would wait with it for the person.
    return needsRepair ? { kind: 'sendRepair' } : { kind: 'turnOver', turn: done };
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
