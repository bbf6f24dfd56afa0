import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { FileDetail } from '../../contract/files.ts';
import type { Input } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { type EditId, type FileKey, fileKeyText, isSameFile } from '../../domain/core/ids.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { listenToAll, Query, throttle } from '../app/query.svelte.ts';
import type { DraftsState } from './drafts.svelte.ts';
import { FieldDecisionsState } from './field-decisions.svelte.ts';
import { InspectorWidthState } from '../app/inspector-width.svelte.ts';
import { MetadataDraft } from './metadata-draft.svelte.ts';
import { PairSuggestionsState } from './pair-suggestions.svelte.ts';

/** The parts of a file that are folded away until a person opens them. */
export type InspectorPart = 'record' | 'history' | 'signature' | 'raw';

/** The chosen file in full, and the draft of its metadata. */
export class InspectorState {
  readonly #ports: ScreenPorts;
  readonly #kept: DraftsState;
  readonly fields: FieldDecisionsState;
  readonly suggestions: PairSuggestionsState;
  readonly width: InspectorWidthState;
  /** The same for every file: who looks for signatures looks at those of several. */
  readonly openParts = new SvelteSet<InspectorPart>();
  #key = $state.raw<FileKey | null>(null);
  readonly #detail: Query<FileKey, FileDetail>;
  /** Drafts by file, so that a look at another file loses nothing. */
  readonly #drafts = new SvelteMap<string, MetadataDraft>();
  readonly #editing = new Action();
  #isSaved = $state(false);
  #isFromList = false;
  /** The saves under way, by file: a second press of the same button is the same edit. */
  // Bookkeeping: no view reads it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #saves = new Map<string, Promise<boolean>>();
  /** Beside the list the inspector stays until a person puts it away; where it would cover the list it opens on demand. */
  #isBeside = $state(true);
  #isOver = $state(false);
  #hasRoom = $state(true);

  // Bookkeeping: no view reads it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #readers = new Set<(detail: FileDetail) => void>();

  readonly isOpen = $derived(this.#hasRoom ? this.#isBeside : this.#isOver);

  readonly draft = $derived(this.#key === null ? null : (this.#drafts.get(fileKeyText(this.#key)) ?? null));

  constructor(ports: ScreenPorts, drafts: DraftsState) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#kept = drafts;
    this.fields = new FieldDecisionsState(ports);
    this.suggestions = new PairSuggestionsState(ports);
    this.width = new InspectorWidthState(ports.app.preferences);
    this.#detail = new Query((key) => bridge.ask('files.get', { connectionId, key }), 'forget');
  }

  get key(): FileKey | null {
    return this.#key;
  }
  /** The last answer, about the file before while the next one is on its way. */
  get detail(): FileDetail | null {
    return this.#detail.current;
  }
  get failure(): Failure | null {
    return this.#detail.failure;
  }
  get saveFailure(): Failure | null {
    return this.#editing.failure;
  }
  /** Whether an edit of this file has just become durable on this computer. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** @returns stops watching */
  watch(): () => void {
    const { bridge, app } = this.#ports;
    this.#follow(true);
    const stops = [
      app.router.follow((arrived) => this.#follow(arrived)),
      listenToAll(
        bridge,
        ['files.changed', 'changes.changed'],
        throttle(() => this.load()),
      ),
      this.#kept.read(() => this.#restore()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /**
   * Calls the reader with the chosen file, and again at every answer about it.
   *
   * @returns stops reading
   */
  read(reader: (detail: FileDetail) => void): () => void {
    if (this.detail !== null) reader(this.detail);
    this.#readers.add(reader);
    return () => void this.#readers.delete(reader);
  }

  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  /** Takes whether the inspector has room beside the list. `isInUse`: somebody works in it, and goes on working there. */
  roomIs(hasRoom: boolean, isInUse: boolean): void {
    this.#hasRoom = hasRoom;
    if (isInUse) this.show(true);
  }

  show(isShown: boolean): void {
    if (this.#hasRoom) this.#isBeside = isShown;
    else this.#isOver = isShown;
  }

  /** Asks for the chosen file anew, and ends with the latest answer, also when another question followed meanwhile. */
  async load(): Promise<void> {
    if (this.#key === null) return;
    const detail = await this.#detail.ask(this.#key);
    if (detail === null) return;
    this.#restore();
    this.draft?.follow(detail.shown);
    this.#readers.forEach((reader) => reader(detail));
  }

  /**
   * Begins a draft of the metadata, or goes on with it; a file on its way gets one once it is here.
   *
   * @param isFromList a key of the list asked for it, and gets the focus back at the end
   * @returns null where the person has gone on to another file meanwhile, or this one cannot be had
   */
  async edit(isFromList = false): Promise<MetadataDraft | null> {
    const key = this.#key;
    if (key === null) return null;
    this.#isFromList = isFromList;
    if (this.#detailOf(key) === null) await this.load();
    const detail = this.#detailOf(key);
    if (detail === null || this.#key !== key) return null;
    if (this.draft === null) this.#keep(key, this.#draftOf(key, detail));
    return this.draft;
  }

  /** Whether the list gets the focus that the end of an edit leaves: an inspector over the list would cover it. */
  get returnsToList(): boolean {
    return this.#isFromList && this.#hasRoom;
  }

  /** Closes the editor of the chosen file, and discards its draft. */
  giveUp(): void {
    if (this.#key !== null) this.discardDraft(this.#key);
    this.#editing.clear();
  }

  discardDraft(key: FileKey): void {
    this.#kept.discard(key, 'metadata');
    this.#keep(key, null);
  }

  /** Takes over what the profile has kept: typing of an earlier run, or of another window. */
  #restore(): void {
    const key = this.#key;
    const detail = key === null ? null : this.#detailOf(key);
    if (key === null || detail === null) return;
    const kept = this.#kept.metadataOf(key);
    // What is typed here is kept at once, so a difference comes from elsewhere.
    if (JSON.stringify(kept) === JSON.stringify(this.draft?.typed ?? null)) return;
    this.#keep(key, kept === null ? null : this.#draftOf(key, detail));
  }

  #draftOf(key: FileKey, { shown }: FileDetail): MetadataDraft {
    const draft: MetadataDraft = new MetadataDraft(shown, this.#kept.metadataOf(key), () => {
      if (draft.typed === null) this.#kept.discard(key, 'metadata');
      else this.#kept.type(key, draft.typed);
    });
    return draft;
  }

  /**
   * Queues the changes of the draft as one change set. The draft goes only when they are durable and on screen: the
   * values on screen are the base of the next edit.
   */
  save(): Promise<boolean> {
    const name = this.#key === null ? '' : fileKeyText(this.#key);
    const saving = this.#saves.get(name) ?? this.#save().finally(() => this.#saves.delete(name));
    this.#saves.set(name, saving);
    return saving;
  }

  async #save(): Promise<boolean> {
    const key = this.#key;
    const draft = this.draft;
    if (key === null || draft === null || !draft.isFit) return false;
    const changes = draft.changes.map((change) => ({ ...change }));
    const { lines, pasted } = draft;
    if (changes.length === 0) this.giveUp();
    else if (!(await this.#kept.save(key, 'metadata', () => this.#send(key, changes)))) return false;
    else {
      // The person may have typed on meanwhile.
      const since = this.#kept.metadataOf(key) && draft.typedSince(lines, pasted);
      if (since === null) this.#kept.discard(key, 'metadata');
      else this.#kept.type(key, since);
      await this.load();
    }
    if (this.#kept.metadataOf(key) === null) this.#keep(key, null);
    if (this.#key === key) this.#isSaved = changes.length > 0;
    return true;
  }

  /** Gives up a waiting, refused or lost edit; it stays under Discarded. */
  async discard(editId: EditId): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    await this.#editing.runBeside(() => bridge.ask('changes.discard', { connectionId, target: { editId } }));
  }

  /** Notes that an edit of a file has just become durable, where the file is still the chosen one. */
  noteSaved(file: FileKey): void {
    if (isSameFile(file, this.#key)) this.#isSaved = true;
  }

  async #send(key: FileKey, changes: Input<'files.edit'>['changes']): Promise<boolean> {
    const { bridge, connectionId } = this.#ports;
    return (
      await this.#editing.runBeside(() => bridge.ask('files.edit', { connectionId, key, changes, saves: 'metadata' }))
    ).ok;
  }

  /** @returns null while the last answer is about the file before */
  #detailOf(key: FileKey): FileDetail | null {
    return this.detail !== null && isSameFile(this.detail.record, key) ? this.detail : null;
  }

  #keep(key: FileKey, draft: MetadataDraft | null): void {
    if (draft === null) this.#drafts.delete(fileKeyText(key));
    else this.#drafts.set(fileKeyText(key), draft);
  }

  #follow(arrived: boolean): void {
    const { target } = this.#ports.app.router;
    const key = target.kind === 'files' ? target.file : null;
    if (key === this.#key || isSameFile(key, this.#key)) return;
    this.#key = key;
    this.#isFromList = false;
    this.#isSaved = false;
    this.#editing.leave();
    this.fields.forget();
    if (key === null || this.failure !== null) this.#detail.clear();
    if (key !== null && arrived) this.#isOver = true;
    void this.load();
  }
}
