import type { Input, Output } from '../../contract/index.ts';
import { type CopyFormat, MOST_COPIED_FILES } from '../../domain/clipboard/copy-format.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { OpenSelection } from '../../domain/files/queries.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';
import type { FilesState } from '../files/files.svelte.ts';
import type { SelectionState } from '../files/selection.svelte.ts';

/** Where texts go for other programs. Rejects when the browser does not let the page write. */
export type SystemClipboard = { readonly write: (text: string) => Promise<void> };

const browserClipboard: SystemClipboard = { write: (text) => navigator.clipboard.writeText(text) };

/** The files that a copy is about, and their number. */
export type CopySubject = { readonly files: OpenSelection; readonly count: number };

/** What became of the last copy. `of` counts the files that were meant. */
export type CopyOutcome =
  | {
      readonly kind: 'copied';
      readonly format: CopyFormat;
      readonly files: number;
      readonly pending: number;
      readonly of: number;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'refused' };

/** Files of the preview: more lines would not fit. */
const PREVIEWED_FILES = 3;
const OUTCOME_MS = 1_500;

/** Copies selected files as text. A copy that left nothing out says so for a moment; any other until the person has read it. */
export class ClipboardState {
  readonly #ports: ScreenPorts;
  readonly #files: FilesState;
  readonly #selection: SelectionState;
  readonly #clipboard: SystemClipboard;
  readonly #after: typeof pageClock.after;
  readonly #preview: Query<Input<'clipboard.text'>, Output<'clipboard.text'>>;
  #outcome = $state.raw<CopyOutcome | null>(null);
  #copies = 0;

  constructor(
    ports: ScreenPorts,
    { files, selection }: { files: FilesState; selection: SelectionState },
    { clipboard = browserClipboard, after = pageClock.after } = {},
  ) {
    this.#ports = ports;
    this.#files = files;
    this.#selection = selection;
    this.#clipboard = clipboard;
    this.#after = after;
    this.#preview = new Query((input) => ports.bridge.ask('clipboard.text', input), 'forget');
  }

  /** What a copy is about: the selected files, or the chosen one; null without any. */
  get subject(): CopySubject | null {
    const { open, count, isEmpty } = this.#selection;
    if (!isEmpty) return open === null ? null : { files: open, count };
    return this.chosen;
  }

  /** The chosen file alone, whatever is selected beside it; null without one. */
  get chosen(): CopySubject | null {
    const key = this.#files.query.chosen;
    return key === null ? null : { files: { kind: 'keys', keys: [key] }, count: 1 };
  }

  get outcome(): CopyOutcome | null {
    return this.#outcome;
  }

  /** The beginning of what a copy would hold; null until it is known. */
  get preview(): string | null {
    return this.#preview.current?.text ?? null;
  }

  /** Asks what a copy would hold. */
  async look(format: CopyFormat, { files }: CopySubject): Promise<void> {
    await this.#preview.ask(this.#asked(format, files, PREVIEWED_FILES));
  }

  forget(): void {
    this.#preview.clear();
  }

  /** Puts the files into the clipboard as text; of more than `MOST_COPIED_FILES`, the first. */
  async copy(format: CopyFormat, subject: CopySubject | null = this.subject): Promise<void> {
    if (subject === null) return;
    const copy = ++this.#copies;
    const outcome = await this.#put(format, subject, () => copy === this.#copies);
    if (outcome === null || copy !== this.#copies) return;
    this.#outcome = outcome;
    const isWhole = outcome.kind === 'copied' && outcome.files === outcome.of;
    if (isWhole) this.#after(OUTCOME_MS, () => copy === this.#copies && this.dismiss());
  }

  dismiss(): void {
    this.#outcome = null;
  }

  /** @returns null, and the clipboard is as it was, where another copy was asked for meanwhile */
  async #put(format: CopyFormat, { files, count }: CopySubject, isLatest: () => boolean): Promise<CopyOutcome | null> {
    const reply = await this.#ports.bridge.ask('clipboard.text', this.#asked(format, files, MOST_COPIED_FILES));
    if (!isLatest()) return null;
    if (!reply.ok) return { kind: 'failed', failure: reply.failure };
    const { text, ...copied } = reply.value;
    // An empty text would take away what the clipboard holds.
    if (copied.files > 0 && !(await this.#isWritten(text))) return { kind: 'refused' };
    return { kind: 'copied', format, ...copied, of: count };
  }

  /** The browser refuses a page without the focus, or one that nobody has touched (Clipboard API and events, 9). */
  #isWritten(text: string): Promise<boolean> {
    return this.#clipboard.write(text).then(
      () => true,
      () => false,
    );
  }

  #asked(format: CopyFormat, files: OpenSelection, limit: number): Input<'clipboard.text'> {
    const { connectionId, app } = this.#ports;
    const connection = app.connections.summaryOf(connectionId)?.connection;
    const gateway = connection?.gateway?.address ?? null;
    return { connectionId, files, format, limit, baseUrl: connection?.baseUrl ?? '', gateway };
  }
}
