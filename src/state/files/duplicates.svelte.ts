import type { DuplicatesFound, DuplicatesRow } from '../../contract/duplicates.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import { PagedRows, type Slice } from '../lists/paged-rows.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** Files with the same content under several names or networks, as the last search found them. */
export class DuplicatesState {
  readonly #ports: ScreenPorts;
  readonly rows: PagedRows<DuplicatesRow>;
  readonly #found: Query<void, DuplicatesFound>;

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#found = new Query(() => bridge.ask('sameContent.find', { connectionId }));
    this.rows = new PagedRows((from, to) => this.#slice(from, to));
  }

  /** Null before the first search. */
  get found(): DuplicatesFound | null {
    return this.#found.current;
  }
  get failure(): Failure | null {
    return this.#found.failure;
  }
  get isLooking(): boolean {
    return this.#found.isLoading;
  }

  /** Searches all files; the last result stays on screen meanwhile. */
  async look(): Promise<void> {
    if (this.isLooking) return;
    if ((await this.#found.ask()) !== null) await this.rows.refresh();
  }

  /** Searches the first time, and again where later searches of other windows replaced this one's. */
  async open(): Promise<void> {
    if (this.found === null || this.rows.failure !== null) await this.look();
  }

  async #slice(from: number, to: number): Promise<Result<Slice<DuplicatesRow>, Failure>> {
    if (this.found === null) return ok({ from, rows: [], count: 0 });
    const { findId, groups, files } = this.found;
    const reply = await this.#ports.bridge.ask('sameContent.window', { findId, from, to });
    return reply.ok ? ok({ from, rows: reply.value.rows, count: groups + files }) : reply;
  }
}
