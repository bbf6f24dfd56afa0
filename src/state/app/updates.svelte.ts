import type { Bridge } from '../../contract/index.ts';
import type { Updates } from '../../contract/updates.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Result } from '../../domain/core/result.ts';
import { Action } from './action.svelte.ts';
import { Query } from './query.svelte.ts';

/** The updates of the program. */
export class UpdatesState {
  readonly #bridge: Bridge;
  readonly #updates: Query<void, Updates>;
  readonly #action = new Action();
  /** A choice waits for no look or download, and neither for a choice. */
  readonly #choosing = new Action();
  #isNotShown = $state(false);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#updates = new Query(() => bridge.ask('updates.get', null));
  }

  /** Null until it has arrived. */
  get current(): Updates | null {
    return this.#updates.current;
  }
  get failure(): Failure | null {
    return this.#choosing.failure ?? this.#action.failure ?? this.#updates.failure;
  }
  /** Whether the system could not show what the person asked for last. */
  get isNotShown(): boolean {
    return this.#isNotShown;
  }

  /** @returns stops watching */
  watch(): () => void {
    return this.#updates.watch(this.#bridge, ['updates.changed', 'changes.changed']);
  }

  choose(isDaily: boolean): Promise<void> {
    this.#isNotShown = false;
    return this.#after(this.#choosing.runInTurn(() => this.#bridge.ask('updates.choose', { isDaily })));
  }

  check(): Promise<void> {
    return this.#carryOut(() => this.#bridge.ask('updates.check', null));
  }

  download(): Promise<void> {
    return this.#carryOut(() => this.#bridge.ask('updates.download', null));
  }

  show(): Promise<void> {
    return this.#shown('updates.show');
  }

  showNotes(): Promise<void> {
    return this.#shown('updates.notes');
  }

  async #shown(channel: 'updates.show' | 'updates.notes'): Promise<void> {
    const reply = await this.#action.run(() => this.#bridge.ask(channel, null));
    this.#isNotShown = reply?.ok === true && !reply.value.isOpened;
  }

  async #carryOut(ask: () => Promise<Result<Updates, Failure>>): Promise<void> {
    this.#isNotShown = false;
    await this.#after(this.#action.run(ask));
  }

  async #after(work: Promise<unknown>): Promise<void> {
    await work;
    await this.#updates.ask();
  }
}
