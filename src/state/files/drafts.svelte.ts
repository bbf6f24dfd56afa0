import { SvelteMap } from 'svelte/reactivity';
import type { Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { type FileKey, fileKeyText } from '../../domain/core/ids.ts';
import { ok } from '../../domain/core/result.ts';
import type { Draft, DraftOf, DraftPart } from '../../domain/edits/draft.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query, throttle } from '../app/query.svelte.ts';
import { DraftWriter } from '../app/draft-writer.ts';

/** A draft as the profile keeps it, or as it was typed just now. */
export type ShownDraft = Output<'drafts.list'>['drafts'][number];

const draftName = (key: FileKey, part: DraftPart): string => `${fileKeyText(key)}/${part}`;
const nameOf = ({ key, draft }: ShownDraft): string => draftName(key, draft.part);

/**
 * The drafts of one connection: typing that nobody has saved. What is typed on this page counts at once; the core keeps it
 * after a pause, so that it is back after a reload, a crash or a closed window.
 */
export class DraftsState {
  readonly #ports: ScreenPorts;
  readonly #clock: typeof pageClock;
  readonly #writer: DraftWriter;
  readonly #listed: Query<void, readonly ShownDraft[]>;
  /** Typed on this page and not known to the core yet; null for a draft that was discarded here. */
  readonly #typed = new SvelteMap<string, ShownDraft | null>();
  readonly #failures = new SvelteMap<string, Failure>();
  // Bookkeeping: no view reads it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #readers = new Set<() => void>();

  /** The latest typing first. */
  readonly all: readonly ShownDraft[] = $derived.by(() => {
    const listed = (this.#listed.current ?? []).filter((one) => !this.#typed.has(nameOf(one)));
    const typed = [...this.#typed.values()].filter((one) => one !== null);
    return [...typed, ...listed].toSorted((a, b) => b.typedAtMs - a.typedAtMs);
  });
  /** The files with a draft; every row of the list asks. */
  readonly #files: Readonly<Record<string, true>> = $derived(
    Object.fromEntries(this.all.map(({ key }) => [fileKeyText(key), true])),
  );

  constructor(ports: ScreenPorts, clock = pageClock) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#clock = clock;
    this.#writer = new DraftWriter(clock);
    this.#listed = new Query(async () => {
      const reply = await bridge.ask('drafts.list', { connectionId });
      return reply.ok ? ok(reply.value.drafts) : reply;
    });
  }

  /** @returns stops watching, and writes what waits */
  watch(): () => void {
    const ask = throttle(() => this.#load(), this.#clock);
    ask();
    const stop = this.#ports.bridge.listen('drafts.changed', ask);
    return () => {
      stop();
      this.flush();
    };
  }

  /** Calls the reader after each answer of the core. @returns stops reading */
  read(reader: () => void): () => void {
    this.#readers.add(reader);
    return () => void this.#readers.delete(reader);
  }

  /** Whether a file has a draft of any part. */
  has(key: FileKey): boolean {
    return Object.hasOwn(this.#files, fileKeyText(key));
  }

  of(key: FileKey, part: DraftPart): ShownDraft | null {
    return this.all.find((one) => nameOf(one) === draftName(key, part)) ?? null;
  }

  nameOf(key: FileKey): DraftOf<'name'> | null {
    const draft = this.of(key, 'name')?.draft;
    return draft?.part === 'name' ? draft : null;
  }

  metadataOf(key: FileKey): DraftOf<'metadata'> | null {
    const draft = this.of(key, 'metadata')?.draft;
    return draft?.part === 'metadata' ? draft : null;
  }

  /** Why a draft is not kept; null when it is, or will be in a moment. */
  failureOf(key: FileKey, part: DraftPart): Failure | null {
    return this.#failures.get(draftName(key, part)) ?? null;
  }

  /** Takes what a person has typed, in place of the draft before. */
  type({ network, id }: FileKey, draft: Draft): void {
    const key = { network, id };
    const before = this.of(key, draft.part);
    if (before !== null && JSON.stringify(before.draft) === JSON.stringify(draft)) return;
    const typed = { key, draft, typedAtMs: this.#ports.app.clock.nowMs, fileName: before?.fileName ?? null };
    const name = nameOf(typed);
    this.#typed.set(name, typed);
    this.#writer.soon(name, () => this.#keep(name, typed));
  }

  /** Discards a draft for good. */
  discard({ network, id }: FileKey, part: DraftPart): void {
    const key = { network, id };
    if (this.of(key, part) === null) return;
    const name = draftName(key, part);
    this.#failures.delete(name);
    this.#typed.set(name, null);
    this.#writer.soon(name, () => this.#discard(name, key, part));
    this.flush();
  }

  /**
   * Carries out an edit that saves a draft. The draft goes with the edit, and stays when the edit fails or the person has
   * typed on meanwhile.
   */
  async save(key: FileKey, part: DraftPart, edit: () => Promise<boolean>): Promise<boolean> {
    const name = draftName(key, part);
    const saving = this.#typed.get(name);
    this.#writer.hold(name);
    const isSaved = await edit();
    if (isSaved && this.#typed.get(name) === saving) this.#forget(name);
    this.#writer.release(name);
    return isSaved;
  }

  /** Writes what was typed now: the page may be about to end. */
  flush(): void {
    this.#writer.flush();
  }

  async #keep(name: string, typed: ShownDraft): Promise<boolean> {
    const { bridge, connectionId } = this.#ports;
    const { key, draft } = typed;
    const reply = await bridge.ask('drafts.keep', { connectionId, key, draft });
    // A later state of the draft has a write of its own.
    if (this.#typed.get(name) !== typed) return true;
    if (!reply.ok) {
      this.#failures.set(name, reply.failure);
      return reply.failure.kind === 'unfit' || reply.failure.kind === 'notFound';
    }
    this.#failures.delete(name);
    this.#list((listed) => [...listed.filter((one) => nameOf(one) !== name), typed]);
    this.#typed.delete(name);
    return true;
  }

  async #discard(name: string, key: FileKey, part: DraftPart): Promise<boolean> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('drafts.discard', { connectionId, key, part });
    if (reply.ok && this.#typed.get(name) === null) this.#forget(name);
    return reply.ok;
  }

  #forget(name: string): void {
    this.#writer.forget(name);
    this.#failures.delete(name);
    this.#list((listed) => listed.filter((one) => nameOf(one) !== name));
    this.#typed.delete(name);
  }

  async #load(): Promise<void> {
    if ((await this.#listed.ask()) !== null) this.#readers.forEach((reader) => reader());
  }

  #list(change: (listed: readonly ShownDraft[]) => readonly ShownDraft[]): void {
    const { isLoading } = this.#listed;
    this.#listed.take(change(this.#listed.current ?? []));
    // An answer on its way is older than this, and may hold other drafts.
    if (isLoading) void this.#load();
  }
}
