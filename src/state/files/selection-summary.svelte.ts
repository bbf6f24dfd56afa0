import type { Input } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { SelectionContents, SelectionSizes } from '../../domain/files/selection-summary.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query, throttle } from '../app/query.svelte.ts';
import type { SelectionState } from './selection.svelte.ts';

type Asked = Input<'selection.contents'>;

/** What the selected files have in common. Sizes follow later where there are many files. */
export class SelectionSummaryState {
  readonly #ports: ScreenPorts;
  readonly #selection: SelectionState;
  readonly #uuid: () => string;
  readonly #contents: Query<Asked, SelectionContents>;
  readonly #sizes: Query<Input<'selection.sizes'>, SelectionSizes>;
  readonly #soon: () => void;
  /** Of the sizes on their way; null while none are. */
  #ticket: string | null = null;
  /** The selection whose sizes are on screen, or on their way; null before the first. */
  #summed: string | null = null;
  /** The pairs of a full file that were asked with last. */
  #askedPairs: number | null = null;

  constructor(ports: ScreenPorts, selection: SelectionState, { uuid, after } = pageClock) {
    const { bridge } = ports;
    this.#ports = ports;
    this.#selection = selection;
    this.#uuid = uuid;
    this.#contents = new Query((input) => bridge.ask('selection.contents', input));
    this.#sizes = new Query((input) => bridge.ask('selection.sizes', input), 'forget');
    this.#soon = throttle(() => this.#ask(), { ...pageClock, uuid, after });
  }

  /** Null before the first answer; that of the selection before while another is on its way. */
  get contents(): SelectionContents | null {
    return this.#contents.current;
  }
  /** Those of the selection that `contents` is about; null until every file was looked at. */
  get sizes(): SelectionSizes | null {
    return this.#sizes.current;
  }
  get failure(): Failure | null {
    return this.#contents.failure ?? this.#sizes.failure;
  }

  /** The metadata pairs at which this service is known to refuse one more; null where that is unknown. */
  get fullPairs(): number | null {
    const { app, connectionId } = this.#ports;
    const refused = app.connections.summaryOf(connectionId)?.connection.learnt.limits.refused.pairs ?? null;
    return refused === null || refused < 2 ? null : refused - 1;
  }

  /** Looks at the selection as it is now; several calls in a row lead to one more look. */
  look(): void {
    this.#soon();
  }

  /** Asks again when files, or the pairs of a full one, change. @returns stops watching */
  watch(): () => void {
    const { bridge, app } = this.#ports;
    const stops = [
      bridge.listen('files.changed', () => this.look()),
      app.connections.follow(() => this.fullPairs !== this.#askedPairs && this.look()),
    ];
    return () => {
      stops.forEach((stop) => stop());
      this.#giveUp();
      this.#sizes.clear();
      this.#contents.clear();
    };
  }

  async #ask(): Promise<void> {
    const { open, isEmpty, identity } = this.#selection;
    this.#giveUp();
    const { fullPairs } = this;
    this.#askedPairs = fullPairs;
    if (open === null || isEmpty) return;
    const asked = { connectionId: this.#ports.connectionId, files: open };
    const ticket = this.#uuid();
    this.#ticket = ticket;
    const contents = await this.#contents.ask(asked);
    if (contents === null || this.#ticket !== ticket) return;
    if (this.#summed !== identity) this.#sizes.clear();
    this.#summed = identity;
    // Not awaited: another selection need not wait for the sizes of this one.
    void this.#sizes.ask({ ...asked, fullPairs, ticket });
  }

  #giveUp(): void {
    if (this.#ticket !== null) void this.#ports.bridge.ask('files.giveUp', { ticket: this.#ticket });
    this.#ticket = null;
    this.#sizes.giveUp();
  }
}
