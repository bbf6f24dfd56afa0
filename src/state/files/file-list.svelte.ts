import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { type FileKey, isSameFile } from '../../domain/core/ids.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import type { FileRow } from '../../domain/files/file.ts';
import { keysOf } from '../../domain/files/list-columns.ts';
import type { FileQuery } from '../../domain/files/queries.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { BLOCK_ROWS, RowCache } from '../lists/row-cache.ts';

/** 6,000 rows: far more than fit on any screen, far fewer than a million. */
const MOST_BLOCKS = 60;

type Opened = {
  readonly viewId: number;
  readonly count: number;
  readonly isCounted: boolean;
  readonly inName?: number | null | undefined;
  readonly rows: readonly FileRow[];
};

type OpenedQuery = {
  readonly connectionId: string;
  readonly query: FileQuery;
  readonly ticket: string;
  readonly keys: readonly string[];
};

/** Where a list has a file; null where it lacks the file, or there is none. */
type FilePosition = { readonly file: FileKey | null; readonly position: number | null };

/** The answer to one file query, in its order. The list fetches its rows by position as they come into sight. */
export class FileList {
  readonly #bridge: Bridge;
  readonly id: number;
  /** The metadata keys whose values come with each row. */
  readonly keys: readonly string[];
  #count = $state(0);
  #isCounted = $state(false);
  #inName = $state<number | null>(null);
  #counting: Promise<Failure | null> | null = null;
  readonly #rows = new RowCache<FileRow>(MOST_BLOCKS);
  /** Blocks on their way, by their first row. */
  // Bookkeeping: no view reads it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #asked = new Map<number, Promise<Failure | null>>();
  /** The block that ends where the files found so far did; null for a list whose blocks are whole. */
  #cutBlock: number | null = null;

  constructor(bridge: Bridge, { viewId, count, isCounted, inName = null, rows }: Opened, keys: readonly string[]) {
    this.#bridge = bridge;
    this.keys = keys;
    this.id = viewId;
    this.#count = count;
    this.#isCounted = isCounted;
    this.#inName = inName;
    if (rows.length === Math.min(BLOCK_ROWS, count)) this.#rows.put(0, rows);
  }

  /** Files that the core found; those it found so far while the list is not counted. */
  get count(): number {
    return this.#count;
  }
  get isCounted(): boolean {
    return this.#isCounted;
  }

  /** How many files at the beginning were found by their name; null where the order does not tell, or not yet. */
  get inName(): number | null {
    return this.#inName;
  }

  /** @param asked `ticket` names the query for `files.giveUp`, before the core answers it */
  static async open(bridge: Bridge, asked: OpenedQuery): Promise<Result<FileList, Failure>> {
    const keys = [...asked.keys];
    const reply = await bridge.ask('files.open', { ...asked, keys, firstRows: BLOCK_ROWS });
    return reply.ok ? ok(new FileList(bridge, reply.value, keys)) : reply;
  }

  /**
   * Waits until the core has found all files. A list that was closed before stays as it is.
   *
   * @returns why they could not be counted; null once they are
   */
  counted(): Promise<Failure | null> {
    this.#counting ??= this.#isCounted ? Promise.resolve(null) : this.#askCount();
    return this.#counting;
  }

  /** @returns null while the row is on its way */
  rowAt(position: number): FileRow | null {
    return this.#rows.at(position) ?? null;
  }

  /**
   * Fetches the missing rows of a range.
   *
   * @returns why a row could not be fetched; null when all are here
   */
  async need(from: number, to: number): Promise<Failure | null> {
    const end = Math.min(to, this.count);
    const cut = this.#cutBlock;
    const isCutInSight = this.#isCounted && cut !== null && cut < end && cut + BLOCK_ROWS > from;
    const blocks = [...this.#rows.missing(from, end), ...(isCutInSight ? [cut] : [])];
    const failures = await Promise.all(blocks.map((start) => this.#fetched(start)));
    return failures.find((failure) => failure !== null) ?? null;
  }

  /** The position of a file among the rows that have arrived; null when it is none of them. */
  positionAtHand(file: FileKey | null): number | null {
    for (const [position, row] of this.#rows.entries()) if (isSameFile(row, file)) return position;
    return null;
  }

  /** @returns the position of a file; null when the list lacks it, or the core has closed the list */
  async positionOf(key: FileKey): Promise<number | null> {
    const reply = await this.#bridge.ask('files.position', { viewId: this.id, key });
    return reply.ok ? reply.value.position : null;
  }

  /**
   * The place of a file that may become another one while it is looked up.
   *
   * @param known a place found before, which is right for as long as it is that of the same file
   */
  async placeOf(wanted: () => FileKey | null, known: FilePosition | null = null): Promise<FilePosition> {
    const file = wanted();
    if (known !== null && known.file === file) return known;
    const position = file === null ? null : await this.positionOf(file);
    return this.placeOf(wanted, { file, position });
  }

  /** @returns the position of the next file whose name begins with a text, from one on and round the end; null without any */
  async nextNamed(text: string, from: number): Promise<number | null> {
    const reply = await this.#bridge.ask('files.nextNamed', { viewId: this.id, text, from });
    return reply.ok ? reply.value.position : null;
  }

  /**
   * The distance that a later list has moved the rows between two positions, seen from the first row that it still has.
   *
   * @param except a file that may have moved for reasons of its own
   * @returns rows; more than 0 when files came before them
   */
  async rowsMoved(next: FileList, from: number, to: number, except: FileKey | null): Promise<number> {
    for (let position = from; position < to; position += 1) {
      const row = this.rowAt(position);
      if (row === null || isSameFile(row, except)) continue;
      const now = await next.positionOf(row);
      if (now !== null) return now - position;
    }
    return 0;
  }

  close(): void {
    void this.#bridge.ask('files.close', { viewId: this.id });
  }

  async #askCount(): Promise<Failure | null> {
    const reply = await this.#bridge.ask('files.counted', { viewId: this.id });
    if (!reply.ok) {
      this.#counting = null;
      return reply.failure;
    }
    this.#count = reply.value.count;
    this.#inName = reply.value.inName ?? null;
    this.#isCounted = true;
    return null;
  }

  #fetched(start: number): Promise<Failure | null> {
    const asked = this.#asked.get(start) ?? this.#fetch(start);
    this.#asked.set(start, asked);
    return asked;
  }

  async #fetch(from: number): Promise<Failure | null> {
    const to = Math.min(from + BLOCK_ROWS, this.count);
    const isCut = !this.#isCounted && to < from + BLOCK_ROWS;
    const reply = await this.#bridge.ask('files.window', { viewId: this.id, from, to, keys: [...this.keys] });
    this.#asked.delete(from);
    if (!reply.ok) return reply.failure;
    this.#rows.put(from, reply.value.rows);
    if (isCut || this.#cutBlock === from) this.#cutBlock = isCut ? from : null;
    return null;
  }
}

export type AskedQuery = {
  readonly query: FileQuery;
  /** Whether no later query has been asked. */
  readonly isLatest: () => boolean;
  /** Null when a later query took the place of this one. */
  readonly list: Promise<Result<FileList, Failure> | null>;
};

/** A list on its way, as the list on screen sees it. */
export type AskedList = Omit<AskedQuery, 'list'> & {
  /** Whether the list on screen answers the same query. */
  readonly isSame: boolean;
};

/** Asks for one file list at a time: of the queries that come while one is answered, only the last is asked. */
export class LatestQuery {
  readonly #ports: ScreenPorts;
  readonly #uuid: () => string;
  #latest = 0;
  #answer: Promise<unknown> = Promise.resolve();
  /** The query that the core is answering; null when it answers none. */
  #asking: { readonly query: string; readonly ticket: string } | null = null;

  constructor(ports: ScreenPorts, { uuid } = pageClock) {
    this.#ports = ports;
    this.#uuid = uuid;
  }

  ask(query: FileQuery): AskedQuery {
    const request = ++this.#latest;
    const isLatest = (): boolean => request === this.#latest;
    this.#giveUp(JSON.stringify(query));
    const list = this.#answer.then(() => (isLatest() ? this.#open(query) : null));
    return { query, isLatest, list };
  }

  /** Gives up the question on its way: nobody waits for its answer. */
  drop(): void {
    this.#latest += 1;
    this.#giveUp('');
  }

  async #open(query: FileQuery): Promise<Result<FileList, Failure>> {
    const { bridge, connectionId, app } = this.#ports;
    const asking = { query: JSON.stringify(query), ticket: this.#uuid() };
    this.#asking = asking;
    const keys = keysOf(app.preferences.fileColumns);
    const answer = FileList.open(bridge, { connectionId, query, ticket: asking.ticket, keys });
    this.#answer = answer;
    const reply = await answer;
    if (this.#asking === asking) this.#asking = null;
    return reply;
  }

  /** Gives up a query that may take the core long, once nobody waits for its answer. */
  #giveUp(next: string): void {
    const asking = this.#asking;
    if (asking === null || asking.query === next) return;
    this.#asking = null;
    void this.#ports.bridge.ask('files.giveUp', { ticket: asking.ticket });
  }
}
