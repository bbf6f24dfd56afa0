import { accountRefOf } from '../../src/domain/connections/connection.ts';
import type { EditId, FileId } from '../../src/domain/core/ids.ts';
import type { FieldChange, FileEdit } from '../../src/domain/edits/edit.ts';
import type { Field } from '../../src/domain/files/field.ts';
import type { Random } from './random.ts';
import type { Workstation } from './workstation.ts';

/** What a person is known to have taken out of the queue, or asked to be as if it had never been made. */
export type Withdrawn = {
  readonly discarded: Set<EditId>;
  readonly takenBack: Set<EditId>;
  /** What came back into the queue by the person's hand. */
  readonly released: Set<EditId>;
};

type Act = (ids: readonly FileId[]) => void;

const FILE_FIELDS: readonly Field[] = ['name', 'key:a', 'key:b', 'key:c'];

/** The rarer half of what the screens allow: undo and redo, a change of several files at once, retries, single fields. */
export class FurtherActions {
  readonly #at: Workstation;
  readonly #random: Random;
  readonly #withdrawn: Withdrawn;
  readonly #freshValue: (field: Field) => string | null;

  constructor(at: Workstation, random: Random, withdrawn: Withdrawn, freshValue: (field: Field) => string | null) {
    this.#at = at;
    this.#random = random;
    this.#withdrawn = withdrawn;
    this.#freshValue = freshValue;
  }

  act(ids: readonly FileId[]): void {
    const acts: readonly Act[] = [
      () => this.#step('undo'),
      () => this.#step('undo'),
      () => this.#step('redo'),
      (all) => this.#changeSeveral(all),
      (all) => this.#discardSeveral(all),
      (all) => this.#takeSeveralBack(all),
      (all) => this.#restoreSeveral(all),
      (all) => this.#retry(all),
      (all) => this.#discardField(all),
    ];
    this.#random.pick(acts)(ids);
    this.#at.tell('editQueued');
  }

  /** Into the story, before the person decides a conflict. */
  tellAbout({ editId }: FieldChange, id: FileId): void {
    const { outbox, undoWatch } = this.#at;
    if (undoWatch.isInverse(editId)) this.#at.happened('undoDecided', id);
    const set = outbox.edit(editId)?.changeSetId;
    const ofSet = set === undefined ? [] : outbox.editsOfSet(set, 0, Infinity);
    const isConflicted = ({ changes }: FileEdit): boolean => changes.some(({ status }) => status === 'conflicted');
    if (!ofSet.every(isConflicted)) this.#at.happened('decidedOneOfSeveral', id);
  }

  #step(kind: 'undo' | 'redo'): void {
    const { undo, connection } = this.#at;
    this.#at.say(kind);
    this.#withdrawing(undo[kind](connection.id, accountRefOf(connection)));
  }

  /** One change set over some of the files, with one or two fields of each. */
  #changeSeveral(ids: readonly FileId[]): void {
    const fields = FILE_FIELDS.filter(() => this.#random.chance(0.5));
    const values = new Map(fields.map((field) => [field, this.#freshValue(field)]));
    this.#at.edit(ids, values);
  }

  #discardSeveral(ids: readonly FileId[]): void {
    const { undo, connection } = this.#at;
    const some = this.#some(ids).map(({ id }) => id);
    this.#at.say(`discards ${some.length} edits`);
    this.#withdrawing(undo.discard(connection.id, accountRefOf(connection), 'discard', some));
  }

  #takeSeveralBack(ids: readonly FileId[]): void {
    const { undo, connection } = this.#at;
    const some = this.#some(ids).map(({ id }) => id);
    this.#at.say(`takes ${some.length} edits back`);
    this.#withdrawing(undo.takeBack(connection.id, accountRefOf(connection), 'take back', some));
  }

  #restoreSeveral(ids: readonly FileId[]): void {
    const { undo, connection, outbox } = this.#at;
    const isOut = ({ changes }: FileEdit): boolean => changes.some(({ status }) => status === 'discarded');
    const discarded = ids.flatMap((id) => outbox.keptEdits(this.#at.of(id))).filter(isOut);
    const some = discarded.filter(() => this.#random.chance(0.5)).map(({ id }) => id);
    this.#at.say(`puts ${some.length} edits back`);
    this.#withdrawing(undo.restore(connection.id, accountRefOf(connection), 'put back', some));
  }

  #retry(ids: readonly FileId[]): void {
    const refused = this.#some(ids).filter(({ changes }) => changes.some(({ status }) => status === 'refused'));
    this.#at.say(`tries ${refused.length} refused edits again`);
    for (const { id, fileId } of refused) {
      this.#withdrawn.released.add(id);
      this.#at.happened('retried', fileId);
    }
    this.#at.queue.retry(refused.map(({ id }) => id));
  }

  #discardField(ids: readonly FileId[]): void {
    const id = this.#random.pick(ids);
    const open = this.#at.openChanges(id);
    const [change] = open;
    if (change === undefined) return;
    const { queue, undo, connection } = this.#at;
    this.#at.note(`discards ${change.field} of`, id);
    for (const one of open) if (one.field === change.field) this.#withdrawn.discarded.add(one.editId);
    const done = queue.discardField(this.#at.of(id), change.field);
    if (done === null) return;
    undo.decided(connection.id, 'discard a field', done);
    if (open.some((one) => one.seq > change.seq && one.field !== change.field)) this.#at.happened('fieldDiscarded', id);
  }

  #some(ids: readonly FileId[]): readonly FileEdit[] {
    return ids.flatMap((id) => this.#at.outbox.openEdits(this.#at.of(id))).filter(() => this.#random.chance(0.5));
  }

  /** Whatever an action takes out of the queue is discarded by the person; what comes back is wanted again. */
  #withdrawing(done: Promise<unknown>): void {
    const before = this.#discardedNow();
    const { discarded, takenBack, released } = this.#withdrawn;
    void done.then(() => {
      const after = this.#discardedNow();
      for (const [change, id] of after) if (!before.has(change)) discarded.add(id);
      const back = [...before].flatMap(([change, id]) => (after.has(change) ? [] : [id]));
      for (const id of back) {
        takenBack.delete(id);
        released.add(id);
      }
      this.#at.noteAllWanted();
      this.#at.tell('editQueued');
    });
  }

  /** The edits of all discarded changes, by change. */
  #discardedNow(): ReadonlyMap<string, EditId> {
    const out = [...this.#at.outbox.edits.values()].flatMap(({ id, changes }) =>
      changes.flatMap(({ field, status }) => (status === 'discarded' ? [[`${id} ${field}`, id] as const] : [])),
    );
    return new Map(out);
  }
}
