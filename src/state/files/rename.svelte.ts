import type { Failure } from '../../domain/core/failure.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import { textProblem } from '../../domain/core/text.ts';
import { Action } from '../app/action.svelte.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import type { FileRow } from '../../domain/files/file.ts';

type Named = FileKey & Pick<FileRow, 'name'>;

/** A list shows a saved name within this time; until then its row holds the name before. */
const LIST_LAGS_MS = 1_000;

/** The draft of one file's name, in the row or in the inspector. */
export class RenameState {
  readonly #ports: ScreenPorts;
  draft = $state('');
  #file = $state.raw<Named | null>(null);
  #where = $state.raw<'row' | 'inspector'>('row');
  readonly #editing = new Action();
  #saving: { readonly file: Named; readonly done: Promise<boolean> } | null = null;
  /** A draft that the person left with Esc; the next rename of the same file begins with it. */
  #kept: { readonly id: string; readonly draft: string } | null = null;

  readonly #steadyMs: typeof pageClock.steadyMs;
  /** The last rename that was saved. */
  #saved: { readonly file: Named; readonly mine: string; readonly atMs: number } | null = null;

  readonly problem = $derived(textProblem(this.draft));

  constructor(ports: ScreenPorts, { steadyMs } = pageClock) {
    this.#ports = ports;
    this.#steadyMs = steadyMs;
  }

  get failure(): Failure | null {
    return this.#editing.failure;
  }

  isOf(file: FileKey, where: 'row' | 'inspector'): boolean {
    return this.#where === where && this.#file?.id === file.id && this.#file.network === file.network;
  }

  start(file: Named, where: 'row' | 'inspector'): void {
    const name = this.#nameOf(file);
    this.#file = { network: file.network, id: file.id, name };
    this.#where = where;
    this.draft = this.#kept?.id === file.id ? this.#kept.draft : (name ?? '');
    this.#editing.clear();
  }

  /** The name of a file, also where the row does not show a rename saved just now. */
  #nameOf({ network, id, name }: Named): string | null {
    const saved = this.#saved;
    const isStale =
      saved?.file.id === id &&
      saved.file.network === network &&
      saved.file.name === name &&
      this.#steadyMs() - saved.atMs < LIST_LAGS_MS;
    return isStale ? saved.mine : name;
  }

  /** Closes without saving, and keeps the draft. */
  leave(): void {
    if (this.#file !== null) this.#kept = { id: this.#file.id, draft: this.draft };
    this.#file = null;
  }

  /**
   * @param show waits until the new name is shown, which is the base of the next edit; the form closes after it
   * @returns whether it is done: saved on this computer, or the same as before
   */
  async save(show = (): Promise<void> => Promise.resolve()): Promise<boolean> {
    const file = this.#file;
    if (file === null) return true;
    // A second press of Enter, or the field losing the focus, while the first is under way means the same edit.
    if (this.#saving?.file !== file) this.#saving = { file, done: this.#save(file, show) };
    const { done } = this.#saving;
    const isDone = await done;
    this.#forget(done);
    return isDone;
  }

  #forget(done: Promise<boolean>): void {
    if (this.#saving?.done === done) this.#saving = null;
  }

  async #save(file: Named, show: () => Promise<void>): Promise<boolean> {
    if (this.draft !== file.name) {
      if (this.problem !== null) return false;
      const { network, id, name } = file;
      const mine = this.draft;
      const changes = [{ field: 'name', base: name, mine }];
      const { bridge, connectionId } = this.#ports;
      const edit = { connectionId, key: { network, id }, changes };
      if (!(await this.#editing.runBeside(() => bridge.ask('files.edit', edit))).ok) return false;
      this.#saved = { file, mine, atMs: this.#steadyMs() };
      await show();
    }
    this.#kept = null;
    if (this.#file === file) this.#file = null;
    return true;
  }
}
