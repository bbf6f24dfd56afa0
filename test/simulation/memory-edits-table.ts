import type { NewChangeSet, NewEdit, OutboxTable } from '../../electron/database/outbox/outbox.ts';
import { type AccountRef, isSameAccount } from '../../src/domain/connections/connection.ts';
import { type ConnectionId, type EditId, type FileKey, fileKeyText, type FileRef } from '../../src/domain/core/ids.ts';
import { type FileEdit, isOpen } from '../../src/domain/edits/edit.ts';
import { ByFile } from './by-file.ts';
import type { Journal } from './journal.ts';

/** A file with open edits, in the order of the queue. Replaced and never changed. */
type OpenFile = {
  readonly of: FileRef;
  readonly edits: readonly FileEdit[];
  /** What was found when somebody last asked about these edits. */
  sendable: { readonly accountRef: AccountRef; readonly firstSeq: number | null } | null;
};

/** The edits of a queue in memory, with those that are open at hand for each file. */
export class MemoryEdits {
  readonly byId = new Map<EditId, FileEdit>();
  readonly #journal: Journal;
  readonly #open: ByFile<OpenFile>;

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#open = new ByFile(journal);
  }

  /** The open ones, in the order of the queue. */
  openOf(of: FileRef): readonly FileEdit[] {
    return this.#open.get(of)?.edits ?? [];
  }

  keptOf({ connectionId, network, id }: FileRef): readonly FileEdit[] {
    return [...this.byId.values()]
      .filter((one) => one.fileId === id && one.network === network && one.connectionId === connectionId)
      .toSorted((a, b) => a.seq - b.seq);
  }

  keep(edit: FileEdit): void {
    const of = { connectionId: edit.connectionId, network: edit.network, id: edit.fileId };
    const known = this.#open.get(of)?.edits ?? [];
    this.#journal.set(this.byId, edit.id, edit);
    const edits = withEdit(known, edit);
    if (edits !== known) this.#open.set(of, edits.length === 0 ? undefined : { of, edits, sendable: null });
  }

  /** Files one may send for, in the order of the queue. */
  sendable(connectionId: ConnectionId, accountRef: AccountRef): readonly FileRef[] {
    const files: { of: FileRef; firstSeq: number }[] = [];
    for (const open of this.#open.values(connectionId)) {
      const firstSeq = firstSendable(open, accountRef);
      if (firstSeq !== null) files.push({ of: open.of, firstSeq });
    }
    return files.sort((a, b) => a.firstSeq - b.firstSeq).map(({ of }) => of);
  }

  filesOf(...[connectionId, among]: Parameters<OutboxTable['filesWithOpenChanges']>): readonly FileKey[] {
    const open = this.#open.values(connectionId).map(({ of: { network, id } }) => ({ network, id }));
    const files = open.filter((of) => among?.some(({ network, id }) => network === of.network && id === of.id) ?? true);
    return files.sort((a, b) => (fileKeyText(a) < fileKeyText(b) ? -1 : 1));
  }
}

/** @returns the very same list when nothing about it changes */
function withEdit(known: readonly FileEdit[], edit: FileEdit): readonly FileEdit[] {
  const isIn = known.some(({ id }) => id === edit.id);
  if (!edit.changes.some(isOpen)) return isIn ? known.filter(({ id }) => id !== edit.id) : known;
  if (isIn) return known.map((one) => (one.id === edit.id ? edit : one));
  const later = known.findIndex(({ seq }) => seq > edit.seq);
  return later === -1 ? [...known, edit] : known.toSpliced(later, 0, edit);
}

function firstSendable(file: OpenFile, accountRef: AccountRef): number | null {
  if (file.sendable === null || !isSameAccount(file.sendable.accountRef, accountRef)) {
    const edits = file.edits.filter((one) => isSameAccount(one.accountRef, accountRef));
    const first = edits.find((one) => one.changes.some(({ status }) => status === 'queued'));
    file.sendable = { accountRef, firstSeq: first !== undefined && isSendable(edits) ? first.seq : null };
  }
  return file.sendable.firstSeq;
}

export function newEdit(changeSet: NewChangeSet, { id, network, fileId, changes }: NewEdit, seq: number): FileEdit {
  const { id: changeSetId, connectionId, accountRef, createdAtMs } = changeSet;
  const own = changes.map((one) => ({ ...one, editId: id, seq, settlement: null }));
  return { id, seq, changeSetId, connectionId, accountRef, network, fileId, createdAtMs, changes: own, refusal: null };
}

/** @param edits all open ones of a file, of one account */
export function isSendable(edits: readonly FileEdit[]): boolean {
  const changes = edits.flatMap((edit) => edit.changes);
  if (changes.some(({ status }) => status === 'refused' || status === 'gone')) return false;
  const blocked = new Set(changes.filter(({ status }) => status === 'conflicted').map(({ field }) => field));
  return changes.some(({ status, field }) => status === 'queued' && !blocked.has(field));
}
