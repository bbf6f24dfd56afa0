import { LONGEST_SEARCH } from '../../domain/files/queries.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { FileRow } from '../../domain/files/file.ts';
import { noFilters } from '../../domain/files/file-filter.ts';
import { askedWords, type AskedWords } from '../../domain/palette/asked-words.ts';
import type { PaletteCommand } from '../../domain/palette/rank-commands.ts';
import { rankFiles, stillFound } from '../../domain/palette/rank-files.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { throttle } from '../app/query.svelte.ts';
import { LatestQuery } from '../files/file-list.svelte.ts';

/** A command that the palette can run. */
export type PaletteAction = PaletteCommand & { readonly run: () => unknown };

/** Found files that are looked through for those named by the words. */
const LOOKED_THROUGH = 100;
/** Chosen commands that are kept in mind. */
const MOST_RECENT = 4;

/** The palette: the typed text, the files found by it, and the action that runs once the palette is closed. */
export class PaletteState {
  readonly #ports: ScreenPorts;
  readonly #latest: LatestQuery;
  readonly #changed = throttle(() => this.#lookAgain());
  #stopListening: () => void = () => undefined;
  #isOpen = $state(false);
  #text = $state('');
  #rows = $state.raw<readonly FileRow[]>([]);
  #failure = $state.raw<Failure | null>(null);
  #isLooking = $state(false);
  #refused = $state.raw<PaletteCommand | null>(null);
  #chosen: PaletteAction['run'] | null = null;
  #recent = $state.raw<readonly PaletteAction[]>([]);
  #arrival: Promise<void> = Promise.resolve();
  /** Counts the texts, so that an answer to an earlier one is dropped. */
  #asked = 0;

  readonly asked: AskedWords = $derived(askedWords(this.#text));

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.#latest = new LatestQuery(ports);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }
  get text(): string {
    return this.#text;
  }
  /** Files of the mirror that answer the text, the best first. */
  get files(): readonly FileRow[] {
    return this.#rows;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** Whether files are still looked for. */
  get isLooking(): boolean {
    return this.#isLooking;
  }
  /** Ends when the files for the text are here, or a later text took its place. */
  get arrival(): Promise<void> {
    return this.#arrival;
  }
  /** The command chosen last, where it cannot run now; null otherwise. */
  get refused(): PaletteCommand | null {
    return this.#refused;
  }

  /** The commands and files chosen last, the latest first. */
  get recent(): readonly PaletteAction[] {
    return this.#recent;
  }

  open(text = ''): void {
    this.#chosen = null;
    this.#isOpen = true;
    this.#rows = [];
    this.#stopListening();
    this.#stopListening = this.#ports.bridge.listen('files.changed', () => this.#changed());
    void this.type(text);
  }

  /** Opens with the words of before; what a person has typed since stays. */
  openAgain(text: string): void {
    if (!this.#isOpen || this.#text === '') this.open(text);
  }

  close(): void {
    this.#isOpen = false;
    this.#stopListening();
    this.#asked += 1;
    this.#isLooking = false;
    this.#latest.drop();
  }

  /** Takes another text and looks for its files, unless it asks for commands alone. */
  async type(text: string): Promise<void> {
    this.#text = text;
    this.#refused = null;
    this.#failure = null;
    this.#rows = stillFound(this.#rows, this.asked);
    const request = ++this.#asked;
    this.#isLooking = this.#asksForFiles;
    if (!this.#isLooking) return this.#latest.drop();
    this.#arrival = this.#look(request, this.asked);
    await this.#arrival;
  }

  get #asksForFiles(): boolean {
    const { scope, words } = this.asked;
    return scope !== 'commands' && words !== '' && words.length <= LONGEST_SEARCH;
  }

  /** Closes the palette and keeps the action for `closed`; a command that cannot run leaves the palette open. */
  choose(action: PaletteAction): void {
    this.#refused = action.whyNot === null ? null : action;
    if (action.whyNot !== null) return;
    this.#chosen = action.run;
    if (action.group !== 'staged')
      this.#recent = [action, ...this.#recent.filter(({ id }) => id !== action.id)].slice(0, MOST_RECENT);
    this.close();
  }

  /** Runs the chosen action. The focus has to be back by now: the action may move it. */
  closed(): unknown {
    const run = this.#chosen;
    this.#chosen = null;
    return run?.();
  }

  async #look(request: number, asked: AskedWords): Promise<void> {
    const found = await this.#find(asked);
    if (found !== null) this.#answer(request, found.rows, found.failure);
  }

  /** Takes what became of the found files meanwhile: a rename that arrives late would stand here until the next key. */
  async #lookAgain(): Promise<void> {
    const request = this.#asked;
    await this.#arrival;
    if (!this.#isOpen || request !== this.#asked || !this.#asksForFiles) return;
    const found = await this.#find(this.asked);
    if (found?.failure === null) this.#answer(request, found.rows, this.#failure);
  }

  /** @returns null when a later question took the place of this one */
  async #find(asked: AskedWords): Promise<{ rows: readonly FileRow[]; failure: Failure | null } | null> {
    const query = { ...noFilters, search: asked.words, sort: { column: 'name' as const, descending: false } };
    const reply = await this.#latest.ask(query).list;
    if (reply === null) return null;
    if (!reply.ok) return { rows: [], failure: reply.failure };
    const list = reply.value;
    const failure = await list.need(0, LOOKED_THROUGH);
    const rows = Array.from({ length: Math.min(list.count, LOOKED_THROUGH) }, (_, at) => list.rowAt(at));
    list.close();
    const named = rows.filter((row) => row !== null);
    return { rows: rankFiles(named, asked), failure };
  }

  #answer(request: number, rows: readonly FileRow[], failure: Failure | null): void {
    if (request !== this.#asked) return;
    this.#rows = rows;
    this.#failure = failure;
    this.#isLooking = false;
  }
}
