import { type FieldChange, type ChangeStatus, isOpen, type RequestedChange } from '../../../src/domain/edits/edit.ts';
import { decide, requeue, dequeue, type Choice } from '../../../src/domain/edits/requeue.ts';
import type { ChangeUpdate, DisplacedValue } from '../../../src/domain/edits/change-update.ts';
import type { Field } from '../../../src/domain/files/field.ts';
import {
  changeSetId,
  type ChangeSetId,
  type ConnectionId,
  editId,
  type EditId,
  type FileKey,
  type FileRef,
} from '../../../src/domain/core/ids.ts';
import { newEdit } from '../../../src/domain/edits/new-edit.ts';
import { isOnTheWay } from '../../../src/domain/edits/rebase.ts';
import type { FilesTable } from '../../database/mirror/mirror.ts';
import type { NewChangeSet, NewEdit, OutboxTable } from '../../database/outbox/outbox.ts';
import { SLICE_FILES } from '../yielding.ts';
import type { Random, Clock } from '../ports.ts';
import { EditProjector } from './project-edits.ts';
import { keptChanges, unfinishedChanges } from './open-changes.ts';
import type { AccountRef } from '../../../src/domain/connections/connection.ts';

export type EditQueuePorts = {
  readonly outbox: OutboxTable;
  readonly files: FilesTable;
  readonly clock: Clock;
  readonly chance: Random;
  readonly remember: (of: FileRef, displaced: DisplacedValue, atMs: number) => void;
};

/** A change set without its edits. */
export type ChangeSetDraft = Omit<NewChangeSet, 'edits'>;

/** The changes a person asks for in one file. */
export type RequestedEdit = { readonly key: FileKey; readonly changes: readonly RequestedChange[] };

const keyText = ({ network, id }: FileKey): string => `${network}/${id}`;

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
    const { chance, clock } = this.#ports;
    const id = changeSetId.parse(chance.uuid());
    this.#queue({ id, connectionId, accountRef, title, createdAtMs: clock.nowMs() }, wanted);
    return id;
  }

  /** Adds edits to a change set, which may have some already. @returns the added edits */
  enqueueInto(changeSet: ChangeSetDraft, wanted: readonly RequestedEdit[]): readonly EditId[] {
    const added = this.#queue(changeSet, wanted);
    this.#projector.show(wanted.map(({ key }) => ({ ...key, connectionId: changeSet.connectionId })));
    return added;
  }

  #queue(changeSet: ChangeSetDraft, wanted: readonly RequestedEdit[]): readonly EditId[] {
    const { outbox } = this.#ports;
    const { connectionId } = changeSet;
    return outbox.atomically(() => {
      const mayHaveChanges = this.#edited(connectionId, wanted.length);
      const edits = wanted.flatMap(({ key, changes }) => {
        const of: FileRef = { ...key, connectionId };
        return this.#newEdits(of, mayHaveChanges(key) ? unfinishedChanges(outbox, of) : [], changes);
      });
      outbox.enqueue({ ...changeSet, edits });
      return edits.map(({ id }) => id);
    });
  }

  /** Runs several verbs in one transaction of the outbox and one of the mirror. */
  together<T>(work: () => T): T {
    const { done, show } = this.kept(work);
    show();
    return done;
  }

  /** Runs several verbs in one transaction, durable when this returns. `show` projects them. */
  kept<T>(work: () => T): { readonly done: T; readonly show: () => void } {
    const { done, touched } = this.#projector.gathering(() => this.#ports.outbox.atomically(work));
    return { done, show: () => this.#projector.show(touched) };
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

  /** Whether a file may have open changes: one query for a large change set, most of whose files have none. */
  #edited(connectionId: ConnectionId, files: number): (key: FileKey) => boolean {
    if (files <= SLICE_FILES) return () => true;
    const edited = new Set(this.#ports.outbox.filesWithOpenChanges(connectionId).map(keyText));
    return (key) => edited.has(keyText(key));
  }

  #newEdits(of: FileRef, open: readonly FieldChange[], wanted: readonly RequestedChange[]): readonly NewEdit[] {
    const { outbox } = this.#ports;
    // A value sent since an edit was held lies below it, and below what the person types on top of it.
    const prepared = newEdit(open.every(isOnTheWay) ? open : keptChanges(outbox, of), wanted);
    outbox.update(prepared.updates);
    if (prepared.changes.length === 0) return [];
    const id = editId.parse(this.#ports.chance.uuid());
    return [{ id, network: of.network, fileId: of.id, changes: prepared.changes }];
  }

  hold(ids: readonly EditId[]): void {
    this.#each(ids, (changes, own) => dequeue(changes, having(own, 'queued'), 'held'));
  }

  release(ids: readonly EditId[]): void {
    this.#each(ids, (changes, own) => requeue(changes, having(own, 'held')));
  }

  discard(ids: readonly EditId[]): void {
    this.#each(ids, (changes, own) => dequeue(changes, own.filter(isOpen), 'discarded'));
  }

  /** Puts discarded edits back. */
  restore(ids: readonly EditId[]): void {
    this.#each(ids, (changes, own) => requeue(changes, having(own, 'discarded')));
  }

  /** Queues refused edits, and edits of a file that was gone, again. */
  retry(ids: readonly EditId[]): void {
    this.#each(ids, (changes, own) => requeue(changes, having(own, 'refused', 'gone')));
  }

  decide(of: FileRef, decisions: readonly { field: Field; choice: Choice }[]): void {
    const { outbox, clock, remember } = this.#ports;
    outbox.atomically(() => {
      for (const { field, choice } of decisions) {
        const decided = decide(unfinishedChanges(outbox, of), field, choice);
        outbox.update(decided.updates);
        for (const displaced of decided.displaced) remember(of, displaced, clock.nowMs());
      }
      outbox.setRetryState(of, null);
    });
    this.#projector.show([of]);
  }

  #each(ids: readonly EditId[], rule: Rule): void {
    const touched = this.#ports.outbox.atomically(() => ids.flatMap((id) => this.#apply(id, rule)));
    this.#projector.show(touched);
  }

  #apply(id: EditId, rule: Rule): readonly FileRef[] {
    const { outbox } = this.#ports;
    const edit = outbox.edit(id);
    if (edit === null) return [];
    const of: FileRef = { connectionId: edit.connectionId, network: edit.network, id: edit.fileId };
    outbox.update(rule(keptChanges(outbox, of), edit.changes));
    if (edit.refusal !== null) outbox.setRefusal(id, null);
    outbox.setRetryState(of, null);
    return [of];
  }
}

/** @param changes of one file, any status @param own those of one edit */
type Rule = (changes: readonly FieldChange[], own: readonly FieldChange[]) => readonly ChangeUpdate[];

const having = (own: readonly FieldChange[], ...statuses: readonly ChangeStatus[]): readonly FieldChange[] =>
  own.filter(({ status }) => statuses.includes(status));
