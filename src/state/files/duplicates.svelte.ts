import type { DuplicatesFound, DuplicatesRow } from '../../contract/duplicates.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { ok, type Result } from '../../domain/core/result.ts';
import { PagedRows, type Slice } from '../lists/paged-rows.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** Files with the same content under several names or networks, as they were when they were looked for. */
export class DuplicatesState {
  readonly #ports: ScreenPorts;
  readonly rows: PagedRows<DuplicatesRow>;
  #found = $state.raw<DuplicatesFound | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #isLooking = $state(false);

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.rows = new PagedRows((from, to) => this.#slice(from, to));
  }

  /** null until it was looked for. */
  get found(): DuplicatesFound | null {
    return this.#found;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  get isLooking(): boolean {
    return this.#isLooking;
  }

  /** Looks through all files; what was found before stays on screen meanwhile. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('sameContent.find', { connectionId });
    this.#isLooking = false;
    this.#failure = reply.ok ? null : reply.failure;
    if (!reply.ok) return;
    this.#found = reply.value;
    await this.rows.restart();
  }

  /** The first time, or again where another connection was looked through since. */
  async open(): Promise<void> {
    if (this.#found === null || this.rows.failure !== null) await this.look();
  }

  async #slice(from: number, to: number): Promise<Result<Slice<DuplicatesRow>, Failure>> {
    const found = this.#found;
    if (found === null) return ok({ from, rows: [], count: 0 });
    const { findId, groups, files } = found;
    const reply = await this.#ports.bridge.ask('sameContent.window', { findId, from, to });
    return reply.ok ? ok({ from, rows: reply.value.rows, count: groups + files }) : reply;
  }
}
