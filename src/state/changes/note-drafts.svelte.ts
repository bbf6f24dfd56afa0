import { SvelteMap } from 'svelte/reactivity';
import { pageClock } from '../app/clock.svelte.ts';
import { DraftWriter } from '../app/draft-writer.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** A note under way. `before`: the note when the typing began. `isWritten`: the core was given some of the typing. */
type NoteDraft = { readonly text: string; readonly before: string; readonly isWritten: boolean };

/**
 * The notes of change sets that somebody is typing. Each is kept as the note of its set a moment after it was typed, so
 * that it outlives the page; an emptied field removes a note only by the person's own Enter.
 */
export class NoteDrafts {
  readonly #ports: ScreenPorts;
  readonly #writer: DraftWriter;
  readonly #drafts = new SvelteMap<string, NoteDraft>();
  /** The words that a note ended with, which the set on the page may lack yet. */
  readonly #ended = new SvelteMap<string, { readonly text: string }>();
  readonly #readAnew: () => Promise<void>;

  /** @param readAnew reads the set on the page anew */
  constructor(ports: ScreenPorts, readAnew: () => Promise<void>, clock = pageClock) {
    this.#ports = ports;
    this.#readAnew = readAnew;
    this.#writer = new DraftWriter(clock);
  }

  /** What is typed for a change set; null where nobody types. */
  textOf(changeSetId: string): string | null {
    return this.#drafts.get(changeSetId)?.text ?? null;
  }

  /** The note of a set as the person left it. @param note as the set was read last; null for none */
  noteOf(changeSetId: string, note: string | null): string | null {
    const ended = this.#ended.get(changeSetId);
    return ended === undefined ? note : ended.text || null;
  }

  /** Whether the core was given some of the typing; then the note of the set is no longer what the page knew it to be. */
  isWritten(changeSetId: string): boolean {
    return this.#drafts.get(changeSetId)?.isWritten === true;
  }

  /** @param note the note of the set now; null for none */
  type(changeSetId: string, text: string, note: string | null): void {
    const { before, isWritten } = this.#drafts.get(changeSetId) ?? { before: note ?? '', isWritten: false };
    this.#drafts.set(changeSetId, { text, before, isWritten });
    if (text.trim() === '') this.#writer.forget(changeSetId);
    else this.#writer.soon(changeSetId, () => this.#keep(changeSetId));
  }

  /** Writes nothing more of a draft by itself: the person saves it, or it is as the note is. */
  end(changeSetId: string): void {
    this.#writer.forget(changeSetId);
    this.#drafts.delete(changeSetId);
  }

  /** Ends a draft with the words that the core has kept. @param reading ends once the set was read anew */
  keep(changeSetId: string, text: string, reading: Promise<void>): void {
    this.end(changeSetId);
    const forget = this.#leave(changeSetId, text);
    void reading.then(forget);
  }

  /** Throws a draft away, and gives back the note that stood there when the typing began. */
  cancel(changeSetId: string): void {
    const draft = this.#drafts.get(changeSetId);
    this.end(changeSetId);
    if (draft?.isWritten !== true) return;
    const forget = this.#leave(changeSetId, draft.before);
    this.#writer.soon(changeSetId, async () => {
      const isDone = await this.#put(changeSetId, draft.before);
      void this.#readAnew().then(forget);
      return isDone;
    });
    this.flush();
  }

  /** Writes what was typed now: the page may be about to end. */
  flush(): void {
    this.#writer.flush();
  }

  /** @returns shows the set as it was read, unless its note ended once more meanwhile */
  #leave(changeSetId: string, text: string): () => void {
    const ended = { text };
    this.#ended.set(changeSetId, ended);
    return () => {
      if (this.#ended.get(changeSetId) === ended) this.#ended.delete(changeSetId);
    };
  }

  /** @returns whether it is kept, or never will be: the change set is gone, or the text is none that is taken */
  async #keep(changeSetId: string): Promise<boolean> {
    const draft = this.#drafts.get(changeSetId);
    // A try of before may come after the field was emptied.
    if (draft === undefined || draft.text.trim() === '') return true;
    this.#drafts.set(changeSetId, { ...draft, isWritten: true });
    return await this.#put(changeSetId, draft.text);
  }

  async #put(changeSetId: string, text: string): Promise<boolean> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('changes.note', { connectionId, changeSetId, note: text.trim() });
    return reply.ok || reply.failure.kind === 'unfit' || reply.failure.kind === 'notFound';
  }
}
