import { SvelteMap } from 'svelte/reactivity';
import type { FileDetail } from '../../contract/files.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { type FileKey, fileKeyText } from '../../domain/core/ids.ts';
import { keyField } from '../../domain/files/field.ts';
import { noteAsValue } from '../../domain/files/file-marks.ts';
import { Action } from '../app/action.svelte.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { DraftWriter } from '../app/draft-writer.ts';

/** What is typed here. `isKept`: the core has it, and the next answer about the file shows it. */
type Typed = { readonly text: string; readonly isKept: boolean };

/** The notes that a person writes about files for themselves, kept on this computer a moment after they are typed. */
export class FileNoteState {
  readonly #ports: ScreenPorts;
  readonly #writer: DraftWriter;
  readonly #typed = new SvelteMap<string, Typed>();
  /** Why the last note about a file is not kept, by file. */
  readonly #failures = new SvelteMap<string, Failure>();
  readonly #promoting = new Action();

  constructor(ports: ScreenPorts, clock = pageClock) {
    this.#ports = ports;
    this.#writer = new DraftWriter(clock);
  }

  /** Why the last note about a file is not kept; null when it is, or will be in a moment. */
  failureOf(file: FileKey): Failure | null {
    return this.#failures.get(fileKeyText(file)) ?? null;
  }
  /** Why the last note did not become metadata. */
  get promotionFailure(): Failure | null {
    return this.#promoting.failure;
  }

  textOf({ note, record }: FileDetail): string {
    return this.#typed.get(fileKeyText(record))?.text ?? note ?? '';
  }

  type({ network, id }: FileKey, text: string): void {
    const key = { network, id };
    const typed = { text, isKept: false };
    this.#typed.set(fileKeyText(key), typed);
    this.#writer.soon(fileKeyText(key), () => this.#keep(key, typed));
  }

  /**
   * Takes an answer about a file, which has what was kept before. While a person writes (`isWriting`), a space at the end
   * stays: the next word may follow it.
   */
  follow({ note, record }: FileDetail, isWriting = false): void {
    const typed = this.#typed.get(fileKeyText(record));
    const text = isWriting ? typed?.text : typed?.text.trim();
    if (typed?.isKept === true && text === (note ?? '')) this.#typed.delete(fileKeyText(record));
  }

  /** Writes what was typed now: the page may be about to end. */
  flush(): void {
    this.#writer.flush();
  }

  /** Queues an edit that gives a metadata key the note for its value. The note itself stays. @returns whether it is queued */
  async promote(detail: FileDetail, key: string): Promise<boolean> {
    const { network, id } = detail.record;
    const { bridge, connectionId } = this.#ports;
    const base = detail.shown.keyvalues.find(([one]) => one === key)?.[1] ?? null;
    const changes = [{ field: keyField(key), base, mine: noteAsValue(this.textOf(detail)) }];
    const reply = await this.#promoting.run(() =>
      bridge.ask('files.edit', { connectionId, key: { network, id }, changes }),
    );
    return reply?.ok === true;
  }

  forgetPromotion(): void {
    this.#promoting.clear();
  }

  async #keep(key: FileKey, typed: Typed): Promise<boolean> {
    const { bridge, connectionId } = this.#ports;
    const note = typed.text.trim();
    const reply = await bridge.ask('fileNotes.put', { connectionId, key, note });
    if (reply.ok) this.#failures.delete(fileKeyText(key));
    else this.#failures.set(fileKeyText(key), reply.failure);
    const isLatest = this.#typed.get(fileKeyText(key)) === typed;
    if (reply.ok && isLatest) this.#typed.set(fileKeyText(key), { ...typed, isKept: true });
    return reply.ok || reply.failure.kind === 'unfit' || reply.failure.kind === 'notFound';
  }
}
