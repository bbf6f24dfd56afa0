import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { OutboxContents, OutboxCopy, Phase } from '../../domain/recovery/recovery.ts';
import { Action } from '../app/action.svelte.ts';
import { Query } from '../app/query.svelte.ts';
import { PendingExportState } from '../app/pending-export.svelte.ts';

export type RecoveryWork = 'startFresh' | 'restore' | 'putBack' | 'startNormally';

/** The way out of a profile that does not start, and the copies of the outbox that are kept. */
export class RecoveryState {
  readonly #bridge: Bridge;
  readonly #reload: () => void;
  readonly #action = new Action();
  #phase = $state.raw<Phase>({ kind: 'running' });
  readonly #contents: Query<void, OutboxContents>;
  readonly #copies: Query<void, { readonly copies: readonly OutboxCopy[] }>;
  #work = $state.raw<RecoveryWork | null>(null);
  #isLeaving = false;
  readonly pending: PendingExportState;

  /** @param reload shows the page anew, whatever it shows now */
  constructor(bridge: Bridge, reload: () => void) {
    this.#bridge = bridge;
    this.#reload = reload;
    this.#contents = new Query(() => bridge.ask('recovery.contents', null));
    this.#copies = new Query(() => bridge.ask('recovery.copies', null));
    this.pending = new PendingExportState(bridge);
  }

  get phase(): Phase {
    return this.#phase;
  }
  /** Null until it has arrived. */
  get contents(): OutboxContents | null {
    return this.#contents.current;
  }
  /** Newest first; null until they have arrived. */
  get copies(): readonly OutboxCopy[] | null {
    return this.#copies.current?.copies ?? null;
  }
  /** What is being done; null at rest. */
  get work(): RecoveryWork | null {
    return this.#work;
  }
  /** Why the last action was not carried out; else why the contents or the copies cannot be told. */
  get failure(): Failure | null {
    return this.#action.failure ?? this.#contents.failure ?? this.#copies.failure;
  }

  async load(): Promise<Phase> {
    const reply = await this.#bridge.ask('recovery.phase', null);
    if (reply.ok) this.#phase = reply.value;
    return this.#phase;
  }

  async loadContents(): Promise<void> {
    await this.#contents.ask();
  }

  async loadCopies(): Promise<void> {
    await this.#copies.ask();
  }

  /** Shows the page anew when the core is in another phase than this page. @returns stops watching */
  watch(): () => void {
    return this.#bridge.listen('phase.changed', () => void this.#compare());
  }

  startFresh(): Promise<void> {
    return this.#carryOut('startFresh', () => this.#bridge.ask('recovery.startFresh', null));
  }

  restore(name: string): Promise<void> {
    return this.#carryOut('restore', () => this.#bridge.ask('recovery.restore', { name }));
  }

  putBack(name: string): Promise<void> {
    return this.#carryOut('putBack', () => this.#bridge.ask('recovery.putBack', { name }));
  }

  startNormally(): Promise<void> {
    return this.#carryOut('startNormally', () => this.#bridge.ask('recovery.startNormally', null));
  }

  /** The page knows rows of the outbox of before: it begins anew. */
  async #carryOut(work: RecoveryWork, ask: Parameters<Action['run']>[0]): Promise<void> {
    if (this.#work !== null) return;
    this.#work = work;
    const reply = await this.#action.run(ask);
    this.#work = null;
    if (reply?.ok === true) this.#leave();
  }

  /** Every announcement is repeated after a lost connection, so that it alone says nothing. */
  async #compare(): Promise<void> {
    const reply = await this.#bridge.ask('recovery.phase', null);
    if (reply.ok && reply.value.kind !== this.#phase.kind) this.#leave();
  }

  /** A second time would reach the page that has come meanwhile, and take back where a person went on it. */
  #leave(): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#reload();
  }
}
