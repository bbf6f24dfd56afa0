import type { Output } from '../../contract/index.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

export type LocalWordCounts = Output<'localWords.counts'>;

/** How much a person set on files for themselves: what would go with a connection. */
export class LocalWordCountsState {
  readonly #counts: Query<string, LocalWordCounts>;

  constructor({ bridge }: Pick<ScreenPorts, 'bridge'>) {
    this.#counts = new Query((connectionId) => bridge.ask('localWords.counts', { connectionId }), 'forget');
  }

  /** Null until they are known. */
  get counts(): LocalWordCounts | null {
    return this.#counts.current;
  }

  async ask(connectionId: string): Promise<void> {
    this.#counts.clear();
    await this.#counts.ask(connectionId);
  }
}
