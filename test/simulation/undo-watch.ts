import { undoPart, undoRun } from '../../electron/sync/outbox/undo-step.ts';
import type { EditId, FileId } from '../../src/domain/core/ids.ts';
import type { MemoryOutbox } from './memory-outbox-table.ts';
import type { HappeningKind } from './situations/happening.ts';

/** Tells a story what each part of an undo did, as its journal has it. */
export class UndoWatch {
  readonly #outbox: MemoryOutbox;
  readonly #happened: (kind: HappeningKind, id?: FileId | null) => void;
  readonly #inverses = new Set<EditId>();

  constructor(outbox: MemoryOutbox, happened: (kind: HappeningKind, id?: FileId | null) => void) {
    this.#outbox = outbox;
    this.#happened = happened;
  }

  /** Whether an undo, and no person, has asked for the value of an edit. */
  isInverse(id: EditId): boolean {
    return this.#inverses.has(id);
  }

  /** @param entries the run and one part of it, as they are journalled */
  partDone(entries: { readonly run: unknown; readonly part: unknown }): void {
    const { kind, step } = undoRun.parse(entries.run);
    const { added, discarded, renewed, done } = undoPart.parse(entries.part);
    const restored = new Set([...step.discarded, ...renewed.map(({ now }) => now)]);
    const inverses = added.filter((id) => !restored.has(id));
    this.#tell('askedAnew', [...renewed.map(({ now }) => now)]);
    if (kind === 'redo') this.#tell('redone', done);
    if (kind === 'gesture') this.#tell('putBack', step.discarded);
    if (kind !== 'undo') return;
    for (const id of inverses) this.#inverses.add(id);
    this.#tell('undone', inverses);
    if (inverses.length > 0 && discarded.length > 0) this.#happened('undonePartly');
  }

  /** Once for each file. */
  #tell(kind: HappeningKind, ids: readonly EditId[]): void {
    for (const file of new Set(ids.flatMap((id) => this.#outbox.edit(id)?.fileId ?? []))) this.#happened(kind, file);
  }
}
