import { ok } from '../../../../src/domain/core/result.ts';
import type { Conflict, EditDetail, ListedChangeSet, ParkedGroup } from '../../../../src/contract/changes.ts';
import { changeSetId } from '../../../../src/domain/core/ids.ts';
import type { FileWait } from '../../../../src/domain/edits/file-wait.ts';
import { accountRefA, aChange, aConnection, anEdit, connectionA, fileOf, uuid } from '../../../support/builders.ts';
import type { FakeBridge } from '../../../support/fake-bridge.ts';

const AT_FIRST = 3;

/** Change sets that wait. One that is held stays in the list; one that is released is sent at once, and leaves it. */
export class ChangeSets {
  #parked: readonly ParkedGroup[] = [];
  #conflicts: readonly Conflict[] = [];
  /** The name of the file that they change. */
  #fileName = 'photo 1.png';
  readonly #bridge: FakeBridge;
  #rows: readonly ListedChangeSet[] = Array.from({ length: AT_FIRST }, (_, place) => waiting(place + 1));

  constructor(bridge: FakeBridge) {
    this.#bridge = bridge;
    const counts = (): Record<'needsYou' | 'waiting' | 'held' | 'sent' | 'discarded' | 'open', number> => ({
      ...{ needsYou: 0, held: 0, sent: Math.max(0, AT_FIRST - this.#rows.length), discarded: 0 },
      ...{ waiting: this.#rows.length, open: this.#rows.length },
    });
    bridge.answer('changes.counts', () => ok(counts()));
    bridge.answer('changes.list', ({ from, to }) => {
      const { length: sets } = this.#rows;
      const groups = sets === 0 ? [] : [{ group: 'waiting' as const, sets }];
      return ok({ rows: this.#rows.slice(from, to), count: sets, groups });
    });
    bridge.answer('changes.set', ({ changeSetId: id, from, to }) => {
      const row = this.#rows.find((one) => one.id === id) ?? waiting(1);
      const edits = Array.from({ length: row.files }, (_, place) => detailOf(row, place + 1));
      return ok({ row, edits: edits.slice(from, to).map((one) => ({ ...one, fileName: this.#fileName })) });
    });
    bridge.answer('changes.conflicts', () => ok([...this.#conflicts]));
    bridge.answer('changes.decide', () => {
      this.agree();
      return ok(null);
    });
    bridge.answer('changes.parked', () => ok([...this.#parked]));
    bridge.answer('changes.adopt', () => {
      this.#parked = this.#parked.slice(1);
      return ok({ files: 1 });
    });
    bridge.answer('connections.keepParked', () => {
      this.#parked = this.#parked.map((group) => ({ ...group, isKeptParked: true }));
      return ok(aConnection());
    });
    bridge.answer('changes.hold', ({ target }) => {
      const isIt = isAbout(target);
      this.#rows = this.#rows.map((row) => (isIt(row) ? { ...row, queued: 0, held: 1 } : row));
      return ok(null);
    });
    bridge.answer('changes.note', ({ changeSetId: id, note }) => {
      this.#rows = this.#rows.map((row) => (row.id === id ? { ...row, note: note === '' ? null : note } : row));
      return ok(null);
    });
    bridge.answer('changes.release', ({ target }) => {
      const isIt = isAbout(target);
      this.#rows = this.#rows.filter((row) => !isIt(row));
      return ok(null);
    });
  }

  /** Edits of an account whose token was replaced, or of several one after another. */
  park(edits: number, accounts: number): void {
    this.#parked = Array.from({ length: accounts }, (_, place) => ({
      ...({ edits, files: edits, reason: 'token', replacedAtMs: 0, isKeptParked: false } as const),
      accountRef: { ...accountRefA, account: `${accountRefA.account} ${place}` },
    }));
    this.#bridge.announce('changes.changed');
  }

  /** From now on so many files of the first set have another name on the service, too. */
  disagree(files: number): void {
    this.#conflicts = Array.from({ length: files }, (_, place) => ({
      ...({ key: { network: 'public', id: fileOf(uuid(place + 1)).id }, fileName: `photo ${place + 1}.png` } as const),
      ...{ field: 'name', base: 'before', mine: 'mine', server: 'theirs', serverSeenAtMs: 0, editIds: [] },
    }));
    this.#rows = this.#rows.map((row, place) => (place === 0 ? { ...row, queued: 0, conflicted: files } : row));
    this.#bridge.announce('changes.changed');
  }

  /** From now on the first of them has arrived on the service. */
  arriveFirst(): void {
    this.#rows = this.#rows.map((row, place) => (place === 0 ? { ...row, queued: 0, settled: 1 } : row));
    this.#bridge.announce('changes.changed');
  }

  /** From now on the first of those files has no conflict any more. */
  agree(): void {
    this.#conflicts = this.#conflicts.slice(1);
    this.#rows = this.#rows.map((row) => ({ ...row }));
    this.#bridge.announce('changes.changed');
  }

  /** From now on the first of them changes so many files. */
  widenFirst(files: number): void {
    this.#rows = this.#rows.map((row, place) => (place === 0 ? { ...row, files, queued: files } : row));
    this.#bridge.announce('changes.changed');
  }

  /** What all of them wait for, from now on. */
  waitFor(wait: FileWait, failedFiles: number): void {
    this.#rows = this.#rows.map((row) => ({ ...row, wait, failedFiles }));
    this.#bridge.announce('changes.changed');
  }

  /** From now on the first of them has this title. */
  entitleFirst(title: string): void {
    this.#rows = this.#rows.map((row, place) => (place === 0 ? { ...row, title } : row));
    this.#bridge.announce('changes.changed');
  }

  /** From now on their file has this name. */
  nameFile(name: string): void {
    this.#fileName = name;
    this.#bridge.announce('changes.changed');
  }

  /** From now on there are this many. */
  become(count: number): void {
    this.#rows = Array.from({ length: count }, (_, place) => waiting(place + 1));
    this.#bridge.announce('changes.changed');
  }
}

/** The edit of a set, which changes the name of the first file. */
export const detailOf = ({ id, wait }: ListedChangeSet, number = 1): EditDetail => {
  const file = { network: 'public', fileId: fileOf().id, connectionId: connectionA } as const;
  const edit = {
    ...anEdit(number),
    ...file,
    seq: number,
    changeSetId: id,
    accountRef: accountRefA,
    createdAtMs: 0,
    refusal: null,
  };
  const changes = [aChange({ mine: 'photo.png' })];
  return { edit: { ...edit, changes }, fileName: 'photo 1.png', attempts: [], wait, parked: false, adoptions: [] };
};

const isAbout = (target: object) => (row: ListedChangeSet) => 'changeSetId' in target && target.changeSetId === row.id;

export const waiting = (number: number): ListedChangeSet => ({
  id: changeSetId.parse(uuid(0xc0000 + number)),
  title: `Rename photo ${number}.png`,
  ...{ note: null, createdAtMs: 0 },
  ...{ files: 1, queued: 1, held: 0, conflicted: 0, refused: 0, gone: 0, settled: 0, discarded: 0, parked: false },
  ...{ wait: { kind: 'turn' }, failedFiles: 0 },
});
