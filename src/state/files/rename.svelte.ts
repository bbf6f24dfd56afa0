import type { Failure } from '../../domain/core/failure.ts';
import { type FileKey, isSameFile } from '../../domain/core/ids.ts';
import { LONGEST_TEXT, textProblem } from '../../domain/core/text.ts';
import { Action } from '../app/action.svelte.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import type { FileRow } from '../../domain/files/file.ts';
import type { DraftsState } from './drafts.svelte.ts';
import type { TypedOver } from './metadata-draft.svelte.ts';

/** A name that a list shows only the beginning of has a length. */
type Named = FileKey & Pick<FileRow, 'name' | 'nameLength'>;

/** A list shows a saved name within this time; until then its row holds the name before. */
const LIST_LAGS_MS = 1_000;

/** What is chosen in the field: the name without its extension at the beginning of a form, then what the person has chosen. */
export type Caret = 'stem' | { readonly from: number; readonly to: number };

/** The draft of one file's name, in the row or in the inspector. */
export class RenameState {
  readonly #ports: ScreenPorts;
  readonly #drafts: DraftsState;
  #text = $state('');
  #file = $state.raw<Named | null>(null);
  #where = $state.raw<'row' | 'inspector'>('row');
  /** Where the field that comes next has to begin; null where it has no reason to take the focus. */
  #caret: { readonly of: FileKey; readonly at: Caret } | null = null;
  readonly #editing = new Action();
  /** Reads the whole name of a file, for a form that is not open yet. */
  readonly #reading = new Action();
  /** Counts the forms that were begun or left: a whole name that arrives after another one opens none. */
  #forms = 0;
  #saving: { readonly file: Named; readonly done: Promise<boolean> } | null = null;
  readonly #steadyMs: typeof pageClock.steadyMs;
  /** The last rename that was saved. */
  #saved: { readonly file: Named; readonly mine: string; readonly atMs: number } | null = null;

  readonly problem = $derived(textProblem(this.#text));

  constructor(ports: ScreenPorts, drafts: DraftsState, { steadyMs } = pageClock) {
    this.#ports = ports;
    this.#drafts = drafts;
    this.#steadyMs = steadyMs;
  }

  get draft(): string {
    return this.#text;
  }
  /** Keeps what is typed as a draft; the same name as before is none. */
  set draft(text: string) {
    this.#text = text;
    const file = this.#file;
    if (file === null) return;
    const isEmptyAgain = text === '' && this.replacedCharacters !== null;
    if (text === file.name || isEmptyAgain) this.#drafts.discard(file, 'name');
    else this.#drafts.type(file, { part: 'name', base: file.name, text });
  }

  get failure(): Failure | null {
    return this.#editing.failure;
  }
  /** Why the last rename opened no form. */
  get startFailure(): Failure | null {
    return this.#reading.failure;
  }

  /** Puts the failure of the last start away. */
  dismiss(): void {
    this.#reading.clear();
  }

  isOf(file: FileKey, where: 'row' | 'inspector'): boolean {
    return this.#where === where && isSameFile(file, this.#file);
  }

  /** A name that is too long to be stored again is replaced by a new one; null for one that can be edited. */
  get replacedCharacters(): number | null {
    const characters = this.#file?.name?.length ?? 0;
    return characters > LONGEST_TEXT ? characters : null;
  }

  start(file: Named, where: 'row' | 'inspector'): void {
    this.#forms += 1;
    this.#reading.leave();
    if (file.nameLength !== undefined) return void this.#startWhole(file, where);
    const name = this.#nameOf(file);
    const kept = this.#drafts.nameOf(file);
    if (!isSameFile(file, this.#file)) this.#editing.leave();
    // A draft keeps the name that it was typed over: saving it asks when the service has another one since.
    this.#file = { network: file.network, id: file.id, name: kept === null ? name : kept.base };
    this.#where = where;
    this.#caret = { of: this.#file, at: 'stem' };
    this.#text = kept?.text ?? (this.replacedCharacters === null ? (name ?? '') : '');
    this.#editing.clear();
  }

  /** The whole name is the base of the edit, and the list shows only its beginning. */
  async #startWhole({ network, id }: Named, where: 'row' | 'inspector'): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const form = this.#forms;
    const asked = { connectionId, key: { network, id } };
    const reply = await this.#reading.runBeside(() => bridge.ask('files.get', asked));
    if (reply.ok && form === this.#forms) this.start({ network, id, name: reply.value.shown.name }, where);
  }

  /**
   * Keeps the place in a field that goes while its form stays: its row has come to another element. The field of another
   * file, whose form has begun meanwhile, keeps its own.
   */
  keepCaret(of: FileKey, at: Caret): void {
    if (this.#caret === null || isSameFile(of, this.#caret.of)) this.#caret = { of, at };
  }

  /** Hands the focus to the field that has just come, once; null where it went to another field or was never asked for. */
  takeCaret(): Caret | null {
    const at = this.#caret?.at ?? null;
    this.#caret = null;
    return at;
  }

  /** The name that a draft was typed over, when the file has another one now; null when it has not. */
  typedOver(shown: Named): TypedOver | null {
    const draft = this.#drafts.nameOf(shown);
    const now = this.#nameOf(shown);
    if (draft === null || now === draft.base || now === draft.text) return null;
    // A list shows only the beginning of a long name.
    const isCutBase = shown.nameLength === draft.base?.length && draft.base?.startsWith(now ?? '') === true;
    return isCutBase ? null : { base: draft.base, now };
  }

  /** The name of a file, also where the row does not show a rename saved just now. */
  #nameOf(file: Named): string | null {
    const saved = this.#saved;
    if (saved === null || !isSameFile(file, saved.file) || saved.file.name !== file.name) return file.name;
    return this.#steadyMs() - saved.atMs < LIST_LAGS_MS ? saved.mine : file.name;
  }

  /** Closes without saving, and keeps the draft. */
  leave(): void {
    this.#forms += 1;
    this.#reading.leave();
    this.#file = null;
    this.#drafts.flush();
  }

  /** Discards the draft of a file, and closes its form. */
  discard(file: FileKey): void {
    if (isSameFile(file, this.#file)) this.#file = null;
    this.#drafts.discard(file, 'name');
  }

  /**
   * @param show waits until the new name is shown, which is the base of the next edit; the form closes after it
   * @returns whether it is done: saved on this computer, or the same as before, and nothing typed since
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
    const mine = this.#text;
    if (mine === file.name) this.#drafts.discard(file, 'name');
    else if (this.problem !== null) return false;
    else if (!(await this.#drafts.save(file, 'name', () => this.#queue(file, mine)))) return false;
    else {
      await show();
      if (this.#goesOn(file, mine)) return false;
    }
    if (this.#file === file) this.#file = null;
    return true;
  }

  /** Puts what was typed while a name was saved on top of that name. @returns whether its form stays open */
  #goesOn(file: Named, mine: string): boolean {
    const isOpen = this.#file === file;
    const text = isOpen ? this.#text : (this.#drafts.nameOf(file)?.text ?? mine);
    if (text === mine) this.#drafts.discard(file, 'name');
    else this.#drafts.type(file, { part: 'name', base: mine, text });
    if (isOpen && text !== mine) this.#file = { ...file, name: mine };
    return isOpen && text !== mine;
  }

  async #queue(file: Named, mine: string): Promise<boolean> {
    const { network, id, name } = file;
    const { bridge, connectionId } = this.#ports;
    const changes = [{ field: 'name', base: name, mine }];
    const edit = { connectionId, key: { network, id }, changes, saves: 'name' as const };
    if (!(await this.#editing.runBeside(() => bridge.ask('files.edit', edit))).ok) return false;
    this.#saved = { file, mine, atMs: this.#steadyMs() };
    return true;
  }
}
