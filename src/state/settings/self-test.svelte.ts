import type { Bridge } from '../../contract/index.ts';
import type { SelfTestResult, SelfTestTrace } from '../../domain/connections/self-test.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { fileKeyText, isSameFile } from '../../domain/core/ids.ts';
import { noFilters } from '../../domain/files/file-filter.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import { Action } from '../app/action.svelte.ts';
import { Query } from '../app/query.svelte.ts';
import type { FileRow } from '../../domain/files/file.ts';

const MOST_FOUND = 6;

/** A self-test of one connection: the file that a person names for it, its result, and the trace an earlier one left. */
export class SelfTestState {
  readonly #bridge: Bridge;
  readonly #connectionId: string;
  named = $state('');
  readonly #found: Query<string, readonly FileRow[]>;
  /** The text of the last search that was answered. */
  #answered = $state.raw<string | null>(null);
  #chosen = $state.raw<FileRow | null>(null);
  #result = $state.raw<SelfTestResult | null>(null);
  readonly #running = new Action();
  readonly #trace: Query<void, SelfTestTrace | null>;

  constructor(bridge: Bridge, connectionId: string) {
    this.#bridge = bridge;
    this.#connectionId = connectionId;
    this.#found = new Query((search) => this.#matching(search), 'forget');
    this.#trace = new Query(() => bridge.ask('selfTest.trace', { connectionId }));
  }

  /** Files that match the name, at most six. */
  get found(): readonly FileRow[] {
    return this.#found.current ?? [];
  }
  /** Whether no file matches what is typed: not known of a text that was not looked for, or in vain. */
  get foundNone(): boolean {
    return this.#answered === this.named.trim() && this.#found.current?.length === 0;
  }
  get chosen(): FileRow | null {
    return this.#chosen;
  }
  get result(): SelfTestResult | null {
    return this.#result;
  }
  get trace(): SelfTestTrace | null {
    return this.#trace.current;
  }
  /** Why the last test could not be run; else why the last search failed. */
  get failure(): Failure | null {
    return this.#running.failure ?? this.#found.failure;
  }
  get busy(): boolean {
    return this.#running.isBusy;
  }

  /** @returns stops watching */
  watch(): () => void {
    void this.load();
    return this.#bridge.listen('connections.changed', () => void this.load());
  }

  async load(): Promise<void> {
    await this.#trace.ask();
  }

  /** Finds files by a part of the name or by the id that the person typed. */
  async look(): Promise<void> {
    this.#forgetResult();
    // A test writes to its file, which has to be one that stands on the screen.
    this.#chosen = null;
    const named = this.named.trim();
    const found = await this.#found.ask(named);
    if (found !== null) this.#answered = named;
    if (found?.length === 1) this.#chosen = found[0] ?? null;
  }

  /** @param key as `fileKeyText` writes it: the same id on two networks is two files */
  choose(key: string): void {
    this.#chosen = this.found.find((file) => fileKeyText(file) === key) ?? null;
    this.#forgetResult();
  }

  async run(): Promise<void> {
    const file = this.#chosen;
    if (file === null) return;
    const input = { connectionId: this.#connectionId, key: { network: file.network, id: file.id } };
    const reply = await this.#running.run(() => this.#bridge.ask('selfTest.run', input));
    if (reply === null) return;
    // A result says no file's name: beside another file it would be taken for that one's.
    if (!isSameFile(file, this.#chosen)) this.#forgetResult();
    else this.#result = reply.ok ? reply.value : null;
    await this.load();
  }

  async dismiss(): Promise<void> {
    await this.#bridge.ask('selfTest.dismiss', { connectionId: this.#connectionId });
    await this.load();
  }

  #forgetResult(): void {
    this.#result = null;
    this.#running.clear();
  }

  async #matching(search: string): Promise<Result<readonly FileRow[], Failure>> {
    if (search === '') return ok([]);
    const connectionId = this.#connectionId;
    const query = { ...noFilters, search, sort: { column: 'name' as const, descending: false } };
    const opened = await this.#bridge.ask('files.open', { connectionId, query, firstRows: MOST_FOUND });
    if (!opened.ok) return opened;
    await this.#bridge.ask('files.close', { viewId: opened.value.viewId });
    return ok(opened.value.rows);
  }
}
