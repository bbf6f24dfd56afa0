import type { Failure } from '../../domain/core/failure.ts';
import type { Result } from '../../domain/core/result.ts';
import type { FileQuery } from '../../domain/files/queries.ts';
import { FileList } from './file-list.svelte.ts';
import { pageClock } from '../app/page-clock.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** Asks for views one at a time: of the questions put while one is answered only the last is asked. */
export class LatestQuery {
  readonly #ports: ScreenPorts;
  readonly #uuid: () => string;
  #latest = 0;
  #answer: Promise<unknown> = Promise.resolve();
  /** What is being answered; null when nothing is. */
  #asking: { readonly query: string; readonly ticket: string } | null = null;

  constructor(ports: ScreenPorts, { uuid } = pageClock) {
    this.#ports = ports;
    this.#uuid = uuid;
  }

  /** @returns says whether this is still the last question; `view` is null when another one took its place */
  ask(query: FileQuery): {
    readonly isLatest: () => boolean;
    readonly view: Promise<Result<FileList, Failure> | null>;
  } {
    const request = ++this.#latest;
    const isLatest = (): boolean => request === this.#latest;
    this.#giveUp(JSON.stringify(query));
    const view = this.#answer.then(() => (isLatest() ? this.#open(query) : null));
    return { isLatest, view };
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

  /** What was asked before may take long to find, and nobody waits for it once something else is asked. */
  #giveUp(next: string): void {
    const asking = this.#asking;
    if (asking === null || asking.query === next) return;
    this.#asking = null;
    void this.#ports.bridge.ask('files.giveUp', { ticket: asking.ticket });
  }
}
