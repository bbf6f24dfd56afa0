import type { Failure } from '../../domain/core/failure.ts';
import type { Result } from '../../domain/core/result.ts';
import type { FileQuery } from '../../domain/files/queries.ts';
import { FileList } from './file-list.svelte.ts';
import { pageClock } from '../app/page-clock.ts';
import type { ScreenPorts } from '../app/ports.ts';

export type AskedQuery = {
  readonly query: FileQuery;
  /** Whether no later query has been asked. */
  readonly isLatest: () => boolean;
  /** Null when a later query took the place of this one. */
  readonly list: Promise<Result<FileList, Failure> | null>;
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

  async #open(query: FileQuery): Promise<Result<FileList, Failure>> {
    const { bridge, connectionId } = this.#ports;
    const asking = { query: JSON.stringify(query), ticket: this.#uuid() };
    this.#asking = asking;
    const answer = FileList.open(bridge, connectionId, query, asking.ticket);
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
