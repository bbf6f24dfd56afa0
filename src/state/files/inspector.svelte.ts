import { SvelteMap } from 'svelte/reactivity';
import type { FileDetail } from '../../contract/files.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { EditId, FileKey } from '../../domain/core/ids.ts';
import { MetadataDraft } from './metadata-draft.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';

export type InspectorTab = 'details' | 'history' | 'signature' | 'raw';

const nameOf = (key: FileKey): string => `${key.network}/${key.id}`;

/** The chosen file in full, and what is being changed about it. */
export class InspectorState {
  readonly #ports: ScreenPorts;
  tab = $state<InspectorTab>('details');
  #key = $state.raw<FileKey | null>(null);
  #detail = $state.raw<FileDetail | null>(null);
  #failure = $state.raw<Failure | null>(null);
  /** Of files with typing in progress, so that looking at another file loses nothing. */
  readonly #drafts = new SvelteMap<string, MetadataDraft>();
  #saveFailure = $state.raw<Failure | null>(null);
  #isSaved = $state(false);
  #latest = 0;
  #loading: Promise<void> = Promise.resolve();
  /** A second press of the same button is the same edit. */
  #saving: Promise<boolean> | null = null;
  /** Beside the list it is there unless put away; where it would cover the list it comes when called. */
  #isBeside = $state(true);
  #isOver = $state(false);
  #hasRoom = $state(true);

  readonly isOpen = $derived(this.#hasRoom ? this.#isBeside : this.#isOver);

  readonly draft = $derived(this.#key === null ? null : (this.#drafts.get(nameOf(this.#key)) ?? null));

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  get key(): FileKey | null {
    return this.#key;
  }
  /** The last answer; of the file before while the next is on its way. */
  get detail(): FileDetail | null {
    return this.#detail;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  get saveFailure(): Failure | null {
    return this.#saveFailure;
  }
  /** An edit of this file was just made durable on this computer. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** @returns stops watching */
  watch(): () => void {
    const { bridge, app } = this.#ports;
    this.#follow(true);
    const stops = [
      app.router.follow((arrived) => this.#follow(arrived)),
      bridge.listen('files.changed', () => void this.load()),
      bridge.listen('changes.changed', () => void this.load()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Whether there is room for it beside the list. */
  roomIs(hasRoom: boolean): void {
    this.#hasRoom = hasRoom;
  }

  show(isShown: boolean): void {
    if (this.#hasRoom) this.#isBeside = isShown;
    else this.#isOver = isShown;
  }

  /** Asks for the chosen file anew, and waits for the latest answer also when it was asked for again meanwhile. */
  load(): Promise<void> {
    this.#loading = this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    const request = ++this.#latest;
    const key = this.#key;
    if (key === null) return;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('files.get', { connectionId, key });
    if (request !== this.#latest) return this.#loading;
    this.#failure = reply.ok ? null : reply.failure;
    this.#detail = reply.ok ? reply.value : null;
  }

  /** Begins, or goes on, changing the metadata; of a file that is still on its way once it is here. */
  async edit(): Promise<void> {
    const key = this.#key;
    if (key === null) return;
    if (this.#detailOf(key) === null) await this.load();
    const detail = this.#detailOf(key);
    if (detail === null || this.#key !== key || this.draft !== null) return;
    this.#keep(key, new MetadataDraft(detail.shown));
  }

  giveUp(): void {
    if (this.#key !== null) this.#keep(this.#key, null);
    this.#saveFailure = null;
  }

  /**
   * Queues what was changed as one gesture. The draft goes only when it is durable and shown: the values shown are the
   * base of the next edit.
   */
  save(): Promise<boolean> {
    this.#saving ??= this.#save().finally(() => (this.#saving = null));
    return this.#saving;
  }

  async #save(): Promise<boolean> {
    const key = this.#key;
    const draft = this.draft;
    if (key === null || draft === null || !draft.isFit) return false;
    const changes = draft.changes.map((change) => ({ ...change }));
    const failure = changes.length === 0 ? null : await this.#send(key, changes);
    this.#saveFailure = failure;
    if (failure !== null) return false;
    if (changes.length > 0) await this.load();
    this.#keep(key, null);
    this.#isSaved = changes.length > 0 && this.#key === key;
    return true;
  }

  /** Gives up a waiting, refused or lost edit; it stays under Discarded. */
  async discard(editId: EditId): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('changes.discard', { connectionId, target: { editId } });
    this.#saveFailure = reply.ok ? null : reply.failure;
  }

  noteSaved(): void {
    this.#isSaved = true;
  }

  async #send(key: FileKey, changes: { field: string; base: string | null; mine: string | null }[]) {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('files.edit', { connectionId, key, changes });
    return reply.ok ? null : reply.failure;
  }

  /** @returns null while the last answer is about the file before */
  #detailOf(key: FileKey): FileDetail | null {
    return this.#detail !== null && nameOf(this.#detail.record) === nameOf(key) ? this.#detail : null;
  }

  #keep(key: FileKey, draft: MetadataDraft | null): void {
    if (draft === null) this.#drafts.delete(nameOf(key));
    else this.#drafts.set(nameOf(key), draft);
  }

  #follow(arrived: boolean): void {
    const { target } = this.#ports.app.router;
    const key = target.kind === 'files' ? target.file : null;
    if (key?.id === this.#key?.id && key?.network === this.#key?.network) return;
    this.#key = key;
    this.#isSaved = false;
    this.#saveFailure = null;
    this.#failure = null;
    if (key === null) this.#detail = null;
    else if (arrived) this.#isOver = true;
    void this.load();
  }
}
