import { SvelteMap } from 'svelte/reactivity';
import type { FileRow } from '../../contract/files.ts';
import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import type { FileQuery } from '../../domain/files/queries.ts';

const CHUNK_ROWS = 100;
/** Far more than fits on any screen, far less than a million rows. */
const CHUNKS_KEPT = 60;

type Opened = {
  readonly viewId: number;
  readonly count: number;
  readonly isCounted: boolean;
  readonly rows: readonly FileRow[];
};

/** One answer to "which files, in which order": its rows are fetched by position as they come into sight. */
export class FileList {
  readonly #bridge: Bridge;
  readonly id: number;
  #count = $state(0);
  #isCounted = $state(false);
  #counting: Promise<void> | null = null;
  readonly #chunks = new SvelteMap<number, readonly FileRow[]>();
  // Bookkeeping that nothing on screen reads.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #asked = new Map<number, Promise<Failure | null>>();

  constructor(bridge: Bridge, { viewId, count, isCounted, rows }: Opened) {
    this.#bridge = bridge;
    this.id = viewId;
    this.#count = count;
    this.#isCounted = isCounted;
    if (rows.length === Math.min(CHUNK_ROWS, count)) this.#chunks.set(0, rows);
  }

  /** How many files it finds; how many are found so far while it is not counted. */
  get count(): number {
    return this.#count;
  }
  get isCounted(): boolean {
    return this.#isCounted;
  }

  /** @param ticket to give the question up by, before it is answered */
  static async open(
    bridge: Bridge,
    connectionId: string,
    query: FileQuery,
    ticket: string,
  ): Promise<Result<FileList, Failure>> {
    const reply = await bridge.ask('files.open', { connectionId, query, ticket, firstRows: CHUNK_ROWS });
    return reply.ok ? ok(new FileList(bridge, reply.value)) : reply;
  }

  /** Waits until all files are found. One that was closed before stays as it is. */
  counted(): Promise<void> {
    this.#counting ??= this.#isCounted ? Promise.resolve() : this.#askCount();
    return this.#counting;
  }

  /** @returns null while the row is on its way */
  rowAt(position: number): FileRow | null {
    return this.#chunks.get(Math.floor(position / CHUNK_ROWS))?.[position % CHUNK_ROWS] ?? null;
  }

  /**
   * Fetches what is missing of these rows.
   *
   * @returns why it could not; null when all are here
   */
  async need(from: number, to: number): Promise<Failure | null> {
    const last = Math.min(to, this.count) - 1;
    const waits: Promise<Failure | null>[] = [];
    for (let chunk = Math.floor(Math.max(0, from) / CHUNK_ROWS); chunk * CHUNK_ROWS <= last; chunk += 1) {
      const wait = this.#fetched(chunk);
      if (wait !== null) waits.push(wait);
    }
    const failures = await Promise.all(waits);
    return failures.find((failure) => failure !== null) ?? null;
  }

  /** @returns where a file stands in this view; null when it is not in it, or the view is gone */
  async positionOf(key: FileKey): Promise<number | null> {
    const reply = await this.#bridge.ask('files.position', { viewId: this.id, key });
    return reply.ok ? reply.value.position : null;
  }

  /**
   * How far a later answer has moved the rows between two positions, seen from the first one that is still there.
   *
   * @param except the id of a file that may have moved for reasons of its own
   * @returns rows; more than 0 when files came before them
   */
  async rowsMoved(next: FileList, from: number, to: number, except: string | null): Promise<number> {
    for (let position = from; position < to; position += 1) {
      const row = this.rowAt(position);
      if (row === null || row.id === except) continue;
      const now = await next.positionOf(row);
      if (now !== null) return now - position;
    }
    return 0;
  }

  close(): void {
    void this.#bridge.ask('files.close', { viewId: this.id });
  }

  async #askCount(): Promise<void> {
    const reply = await this.#bridge.ask('files.counted', { viewId: this.id });
    if (!reply.ok) return;
    this.#count = reply.value.count;
    this.#isCounted = true;
  }

  #fetched(chunk: number): Promise<Failure | null> | null {
    if (this.#chunks.has(chunk)) return null;
    const asked = this.#asked.get(chunk) ?? this.#fetch(chunk);
    this.#asked.set(chunk, asked);
    return asked;
  }

  async #fetch(chunk: number): Promise<Failure | null> {
    const from = chunk * CHUNK_ROWS;
    const to = Math.min(from + CHUNK_ROWS, this.count);
    const reply = await this.#bridge.ask('files.window', { viewId: this.id, from, to });
    this.#asked.delete(chunk);
    if (!reply.ok) return reply.failure;
    this.#chunks.set(chunk, reply.value.rows);
    const [oldest] = this.#chunks.keys();
    if (this.#chunks.size > CHUNKS_KEPT && oldest !== undefined) this.#chunks.delete(oldest);
    return null;
  }
}
