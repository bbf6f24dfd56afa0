import { accountRefOf } from '../../src/domain/connections/connection.ts';
import type { Choice } from '../../src/domain/edits/requeue.ts';
import { isOpen, type FieldChange, type FileEdit } from '../../src/domain/edits/edit.ts';
import type { Field } from '../../src/domain/files/field.ts';
import type { EditId, FileId } from '../../src/domain/core/ids.ts';
import { FurtherActions } from './further-actions.ts';
import type { Random } from './random.ts';
import type { Workstation } from './workstation.ts';

export const FIELDS: readonly Field[] = ['name', 'key:a', 'key:b', 'key:c'];

/** What was decided about a value of somebody else's that the person has seen. */
export type Decision = {
  readonly workstation: string;
  readonly id: FileId;
  readonly field: Field;
  readonly server: string | null;
};

/** Somebody at a workstation, doing whatever the screens allow. */
export class Person {
  readonly #at: Workstation;
  readonly #random: Random;
  readonly decisions: Decision[] = [];
  readonly discarded = new Set<EditId>();
  /** Edits that are to be as if they had never been made. */
  readonly takenBack = new Set<EditId>();
  readonly released = new Set<EditId>();
  /** Conflicts that nobody needed to be asked about. */
  readonly groundless: string[] = [];
  readonly #more: FurtherActions | null;
  readonly #wasWritten: (id: FileId, field: Field) => boolean;
  #count = 0;

  /** @param usesAll whether the person also undoes, redoes and changes several files at once */
  constructor(at: Workstation, random: Random, wasWritten: (id: FileId, field: Field) => boolean, usesAll: boolean) {
    this.#wasWritten = wasWritten;
    this.#at = at;
    this.#random = random;
    this.#more = usesAll ? new FurtherActions(at, random, this, (field) => this.#freshValue(field)) : null;
  }

  /** Values are never used twice, so that every value tells who wrote it. */
  #freshValue(field: Field): string | null {
    if (field !== 'name' && this.#random.chance(0.2)) return null;
    return `${this.#at.name}-${++this.#count}`;
  }

  act(ids: readonly FileId[], poison: (name: string) => void): void {
    if (this.#more !== null && this.#random.chance(0.3)) return this.#more.act(ids);
    const what = this.#random.next();
    if (what < 0.7) return this.#edit(this.#random.pick(ids), poison);
    const waiting = ids.filter((one) => this.#at.openChanges(one).length > 0);
    if (waiting.length === 0) return;
    const id = this.#random.pick(waiting);
    const edit = this.#random.pick(this.#at.outbox.openEdits(this.#at.of(id)));
    this.#at.note(`turns to edit ${edit.seq} in`, id);
    if (what < 0.74) this.#discard(edit);
    else if (what < 0.78) this.#takeBack(edit);
    else if (what < 0.85) this.#hold(edit);
    else if (what < 0.92) this.#release(edit);
    else this.decideOne(id);
    this.#at.note('leaves', id);
    this.#at.tell('editQueued');
  }

  #edit(id: FileId, poison: (name: string) => void): void {
    const field = this.#fieldToEdit(id);
    const value = this.#freshValue(field);
    if (field === 'name' && value !== null && this.#random.chance(0.05)) poison(value);
    this.#at.edit([id], new Map([[field, value]]));
  }

  /** People correct themselves: often it is a field that waits already. */
  #fieldToEdit(id: FileId): Field {
    const waiting = this.#at.openChanges(id).map((one) => one.field);
    return this.#random.pick(waiting.length > 0 && this.#random.chance(0.5) ? waiting : FIELDS);
  }

  #hold({ id, fileId }: FileEdit): void {
    this.#at.happened('held', fileId);
    this.#at.queue.hold([id]);
  }

  #discard({ id, fileId }: FileEdit): void {
    const { undo, connection } = this.#at;
    this.#at.happened('discarded', fileId);
    this.discarded.add(id);
    this.#withdrawing(undo.discard(connection.id, accountRefOf(connection), 'discard', [id]), fileId);
  }

  /** Undo: what waits is discarded, and what was sent, or may have been, is changed back. */
  #takeBack({ id, fileId, changes }: FileEdit): void {
    const { undo, connection } = this.#at;
    this.#at.happened('takenBack', fileId);
    // An update may land late on the value of somebody else that a conflict is about; a value on itself takes nothing back.
    const isOnItself = this.#at.openChanges(fileId).some((one) => one.editId === id && one.base === one.mine);
    if (!isOnItself && changes.every(({ status }) => status !== 'conflicted')) this.takenBack.add(id);
    this.discarded.add(id);
    this.#withdrawing(undo.takeBack(connection.id, accountRefOf(connection), 'take back', [id]), fileId);
  }

  /** What was on its way is changed back by another edit, which wants an older value anew. */
  #withdrawing(done: Promise<unknown>, id: FileId): void {
    void done.then(() => {
      this.#at.noteWanted(id);
      this.#at.tell('editQueued');
    });
  }

  #release({ id, fileId }: FileEdit): void {
    this.#at.happened('released', fileId);
    this.released.add(id);
    this.#at.queue.release([id]);
  }

  decideOne(id: FileId): void {
    const waiting = this.#at.openChanges(id).filter((one) => one.status === 'conflicted');
    const [conflict] = waiting;
    if (conflict === undefined) return;
    const { field, server } = conflict;
    const steps = waiting.filter((one) => one.field === field);
    if (this.#isGroundless(steps, id)) this.groundless.push(`${this.#at.name}: ${id} ${field}, server ${server}`);
    const choice: Choice = this.#random.pick([
      { kind: 'mine' },
      { kind: 'server' },
      { kind: 'byHand', value: `${this.#at.name}-hand-${++this.#count}` },
    ] as const);
    for (const one of this.#at.openChanges(id)) if (one.field === field) this.discarded.add(one.editId);
    this.#more?.tellAbout(conflict, id);
    this.#at.happened('decided', id);
    this.decisions.push({ workstation: this.#at.name, id, field, server });
    const done = this.#at.queue.decide(this.#at.of(id), [{ field, choice }]);
    this.#at.undo.decided(this.#at.connection.id, 'decide', done);
    this.#at.noteWanted(id);
    this.#at.tell('editQueued');
  }

  /**
   * Whether a question has nothing to ask about: the service holds what the person saw or wants, or a value of this person
   * from before.
   */
  #isGroundless(steps: readonly FieldChange[], id: FileId): boolean {
    const [first] = steps;
    if (first === undefined || this.#isAboutNewer(first, id)) return false;
    const { field, server } = first;
    const isOwn = !this.#at.snapshots.wasRestored && (server?.startsWith(`${this.#at.name}-`) ?? false);
    const isWanted = server === steps.at(-1)?.mine;
    return isOwn || isWanted || this.#isSeen(first, id) || !this.#wasWritten(id, field);
  }

  /** Whether an edit was made on top of the value that it asks about. One that was let go below it changes its base. */
  #isSeen({ seq, field, base, server }: FieldChange, id: FileId): boolean {
    const isBelow = (one: FieldChange): boolean => one.field === field && one.seq < seq && one.mine === base;
    return server === base && !this.#at.openChanges(id).some(isBelow);
  }

  /**
   * An edit that was held and let go late meets what the person wanted after it, or a value they discarded while it was on its
   * way, and has to ask which it is to be.
   */
  #isAboutNewer({ seq, field, server }: FieldChange, id: FileId): boolean {
    const kept = this.#at.outbox.keptEdits(this.#at.of(id)).flatMap((edit) => edit.changes);
    return kept.some(
      (one) => one.field === field && (one.seq > seq || one.status === 'discarded') && one.mine === server,
    );
  }

  /** Whether something waits for this person. */
  isNeeded(ids: readonly FileId[]): boolean {
    return ids.some((id) => this.#at.openChanges(id).some(({ status }) => status !== 'queued'));
  }

  /** Ends whatever waits for a person, so that everything can come to rest. */
  tidyUp(ids: readonly FileId[]): void {
    for (const id of ids) {
      for (const edit of this.#at.outbox.openEdits(this.#at.of(id))) {
        const open = edit.changes.filter(isOpen);
        if (open.some(({ status }) => status === 'held')) this.#release(edit);
        if (open.some(({ status }) => status === 'refused' || status === 'gone')) this.#discard(edit);
      }
      for (let more = true; more;) {
        more = this.#at.openChanges(id).some((one) => one.status === 'conflicted');
        this.decideOne(id);
      }
    }
    this.#at.tell('checkAsked');
  }
}
