import type { AccountRef } from '../../../src/domain/connections/connection.ts';
import {
  changeSetId,
  type ChangeSetId,
  type ConnectionId,
  type EditId,
  type FileRef,
} from '../../../src/domain/core/ids.ts';
import { type ChangeUpdate, type DisplacedValue, withUpdates } from '../../../src/domain/edits/change-update.ts';
import { type ChangeStatus, type FieldChange, fileRefOf, isOpen } from '../../../src/domain/edits/edit.ts';
import { isLeftOut } from '../../../src/domain/edits/mode-trial.ts';
import { type Choice, decide, dequeue, discardField, requeue } from '../../../src/domain/edits/requeue.ts';
import { type DecidedChange, decidedChanges, undecide, type Undecided } from '../../../src/domain/edits/undecide.ts';
import type { Field } from '../../../src/domain/files/field.ts';
import type { Random } from '../ports.ts';
import { type ChangeSetDraft, enqueueEdits, type RequestedEdit } from './enqueue-edits.ts';
import { givenUpSince, keptChanges, keptOnSeenBases, unfinishedChanges } from './edits-of-file.ts';
import { SentReading } from './sent-changes.ts';
import { EditProjector, type EditProjectorPorts } from './project-edits.ts';

export type EditQueuePorts = EditProjectorPorts & {
  readonly random: Random;
  readonly remember: (of: FileRef, displaced: DisplacedValue, atMs: number) => void;
};

/** What a person does to edits. Each verb is one transaction of the outbox, durable before the mirror shows it. */
export class EditQueue {
  readonly #ports: EditQueuePorts;
  readonly #projector: EditProjector;

  constructor(ports: EditQueuePorts) {
    this.#ports = ports;
    this.#projector = new EditProjector(ports);
  }

  /** Queues a change set of one file or a few. */
  enqueue(
    connectionId: ConnectionId,
    accountRef: AccountRef,
    title: string,
    wanted: readonly RequestedEdit[],
  ): ChangeSetId {
    const id = this.#write(connectionId, accountRef, title, wanted);
    this.#projector.show(wanted.map(({ key }) => ({ ...key, connectionId })));
    return id;
  }

  /** Queues a change set of any number of files, durable when this returns. `show` projects it in slices. */
  enqueueMany(
    connectionId: ConnectionId,
    accountRef: AccountRef,
    title: string,
    wanted: readonly RequestedEdit[],
  ): { readonly id: ChangeSetId; readonly show: () => Promise<void> } {
    const id = this.#write(connectionId, accountRef, title, wanted);
    const files = wanted.map(({ key }) => ({ ...key, connectionId }));
    return { id, show: () => this.#projector.showMany(files) };
  }

  #write(
    connectionId: ConnectionId,
    accountRef: AccountRef,
    title: string,
    wanted: readonly RequestedEdit[],
  ): ChangeSetId {
    const { random, clock } = this.#ports;
    const id = changeSetId.parse(random.uuid());
    enqueueEdits(this.#ports, { id, connectionId, accountRef, title, createdAtMs: clock.nowMs() }, wanted);
    return id;
  }

  /** Adds edits to a change set, which may have some already. @returns the added edits */
  enqueueInto(changeSet: ChangeSetDraft, wanted: readonly RequestedEdit[]): readonly EditId[] {
    const added = enqueueEdits(this.#ports, changeSet, wanted);
    this.#projector.show(wanted.map(({ key }) => ({ ...key, connectionId: changeSet.connectionId })));
    return added;
  }

  /** Runs several verbs in one transaction of the outbox and one of the mirror. */
  together<T>(work: () => T): T {
    const { done, touched } = this.#gathering(work);
    this.#projector.show(touched);
    return done;
  }

  /** Runs several verbs in one transaction, durable when this returns. `show` projects them, and throws a SqliteError. */
  kept<T>(work: () => T): { readonly done: T; readonly show: () => void } {
    const { done, touched } = this.#gathering(work);
    return { done, show: () => this.#projector.project(touched) };
  }

  #gathering<T>(work: () => T): { readonly done: T; readonly touched: readonly FileRef[] } {
    return this.#projector.gathering(() => this.#ports.outbox.atomically(work));
  }

  /** Runs `work`, which projects edits, after the reply to the person. */
  afterwards(work: () => void | Promise<void>): Promise<void> {
    return this.#projector.afterwards(work);
  }

  /** Resolves when the mirror shows every edit. */
  shown(): Promise<void> {
    return this.#projector.settled();
  }

  close(): Promise<void> {
    return this.#projector.close();
  }

  hold(ids: readonly EditId[]): void {
    this.#each(ids, (changes, own) => dequeue(changes, having(own, 'queued'), 'held'), keptOnSeenBases);
  }

  release(ids: readonly EditId[]): void {
    this.#each(ids, (changes, own) => requeue(changes, having(own, 'held')));
  }

  /** @param isKept the open changes that stay in the queue */
  discard(ids: readonly EditId[], isKept: (open: FieldChange) => boolean = () => false): void {
    const isOut = (one: FieldChange): boolean => isOpen(one) && !isKept(one);
    this.#each(ids, (changes, own) => dequeue(changes, own.filter(isOut), 'discarded'), keptOnSeenBases);
  }

  /** Puts discarded edits back. @param isApart the discarded changes that stay out of the queue */
  restore(ids: readonly EditId[], isApart: (discarded: FieldChange) => boolean = () => false): void {
    this.#each(ids, (changes, own) =>
      requeue(
        changes,
        having(own, 'discarded').filter((one) => !isApart(one)),
      ),
    );
  }

  /** Queues refused edits, and edits of a file that was gone, again. */
  retry(ids: readonly EditId[]): void {
    this.#each(ids, (changes, own) => requeue(changes, having(own, 'refused', 'gone')));
  }

  /** @returns what the decisions have changed, for their undo */
  decide(of: FileRef, decisions: readonly { field: Field; choice: Choice }[]): readonly DecidedChange[] {
    const { outbox, clock, remember } = this.#ports;
    const done = outbox.atomically(() => {
      const before = keptChanges(outbox, of);
      // Read once: a file may have thousands of fields to decide. A decision changes its own field alone.
      const unfinished = Map.groupBy(unfinishedChanges(outbox, of), (one) => one.field);
      const ofField = new Map<Field, readonly FieldChange[]>(unfinished);
      for (const { field, choice } of decisions) {
        const changes = ofField.get(field) ?? [];
        const decided = decide(changes, field, choice);
        ofField.set(field, withUpdates(changes, decided.updates));
        outbox.update(decided.updates);
        for (const displaced of decided.displaced) remember(of, displaced, clock.nowMs());
      }
      outbox.setRetryState(of, null);
      this.#checkGivenUp(of, before);
      return decidedChanges({ network: of.network, id: of.id }, before, keptChanges(outbox, of));
    });
    this.#projector.show([of]);
    return done;
  }

  /**
   * Discards the changes of one field of a file. The message of a refusal stays for the fields that the service refused
   * with it, and for the undo.
   *
   * @returns what has changed, for its undo; null, and nothing is changed, while the field is being sent, or has to be written
   * again after a trial of the metadata mode
   */
  discardField(of: FileRef, field: Field): readonly DecidedChange[] | null {
    const { outbox } = this.#ports;
    const done = outbox.atomically(() => {
      const before = keptOnSeenBases(outbox, of);
      const sent = new SentReading(outbox);
      const updates = discardField(before, field, (one) => sent.isUnknown(one) || isLeftOut(one, sent.attempts(one)));
      if (updates === null) return null;
      outbox.update(updates);
      outbox.setRetryState(of, null);
      this.#checkGivenUp(of, before);
      return decidedChanges({ network: of.network, id: of.id }, before, keptOnSeenBases(outbox, of));
    });
    this.#projector.show([of]);
    return done;
  }

  /** Undoes decisions about one file, as far as they can be set back. @returns what is left to do, and how to redo it */
  undecide(of: FileRef, decided: readonly DecidedChange[]): Omit<Undecided, 'updates'> {
    const { outbox, clock } = this.#ports;
    const done = outbox.atomically(() => {
      const sent = new SentReading(outbox);
      const undecided = undecide(keptOnSeenBases(outbox, of), decided, (one) => sent.isUnknown(one), clock.nowMs());
      outbox.update(undecided.updates);
      outbox.setRetryState(of, null);
      return undecided;
    });
    this.#projector.show([of]);
    return done;
  }

  /** Has a file read once more whose conflict was given up: an update of ours may land on the value that the person chose. */
  #checkGivenUp(of: FileRef, before: readonly FieldChange[]): void {
    const { outbox, clock } = this.#ports;
    const edit = givenUpSince(outbox, of, before);
    if (edit !== null) outbox.scheduleCheck(of, edit.accountRef, clock.nowMs());
  }

  #each(ids: readonly EditId[], rule: Rule, read = keptChanges): void {
    const touched = this.#ports.outbox.atomically(() => ids.flatMap((id) => this.#apply(id, rule, read)));
    this.#projector.show(touched);
  }

  #apply(id: EditId, rule: Rule, read: typeof keptChanges): readonly FileRef[] {
    const { outbox } = this.#ports;
    const edit = outbox.edit(id);
    if (edit === null) return [];
    const of = fileRefOf(edit);
    const before = read(outbox, of);
    outbox.update(rule(before, edit.changes));
    this.#checkGivenUp(of, before);
    const isStillRefused = outbox.edit(id)?.changes.some(({ status }) => status === 'refused' || status === 'gone');
    if (edit.refusal !== null && isStillRefused !== true) outbox.setRefusal(id, null);
    outbox.setRetryState(of, null);
    return [of];
  }
}

/** @param changes of one file, any status @param own those of one edit */
type Rule = (changes: readonly FieldChange[], own: readonly FieldChange[]) => readonly ChangeUpdate[];

const having = (own: readonly FieldChange[], ...statuses: readonly ChangeStatus[]): readonly FieldChange[] =>
  own.filter(({ status }) => statuses.includes(status));
