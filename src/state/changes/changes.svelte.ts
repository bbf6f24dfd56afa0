import type { Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { ok } from '../../domain/core/result.ts';
import { ChangeSetState } from './change-set.svelte.ts';
import { PagedRows } from '../lists/paged-rows.svelte.ts';
import { PendingExportState } from '../app/pending-export.svelte.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query, throttle } from '../app/query.svelte.ts';
import { DryRunState } from './dry-run.svelte.ts';
import { ParkedState } from './parked.svelte.ts';
import type { ListedChangeSet } from '../../contract/changes.ts';
import { changesTab, type ChangesTab, type CountedGroup } from '../../domain/edits/edit.ts';

type Counts = Output<'changes.counts'>;

/** The tabs that the screen lists. */
export const listedTabs = ['open', 'sent', 'discarded'] as const satisfies readonly ChangesTab[];
export type ListedTab = (typeof listedTabs)[number];

/** Addresses may name a part of the open tab, which shows its parts one below the other. */
const listedTabOf = (tab: ChangesTab): ListedTab => listedTabs.find((one) => one === tab) ?? 'open';

/** The list of change sets: the tab, the search, and the rows that have arrived. */
export class ChangesState {
  readonly #ports: ScreenPorts;
  readonly sets: PagedRows<ListedChangeSet>;
  /** The change set that is open. */
  readonly opened: ChangeSetState;
  readonly pending: PendingExportState;
  readonly dryRun: DryRunState;
  readonly parked: ParkedState;
  #tab = $state.raw<ListedTab | null>(null);
  #groups = $state.raw<readonly CountedGroup[]>([]);
  #search = $state('');
  readonly #counts: Query<void, Counts>;
  readonly #ticking = new Action();

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId, app } = ports;
    this.#ports = ports;
    this.opened = new ChangeSetState(ports);
    this.pending = new PendingExportState(bridge);
    this.dryRun = new DryRunState(ports);
    this.parked = new ParkedState(ports);
    this.#counts = new Query(() => bridge.ask('changes.counts', { connectionId }));
    this.sets = new PagedRows(async (from, to) => {
      const tab = this.#tab ?? 'open';
      const { spoken: language } = app.preferences;
      const reply = await bridge.ask('changes.list', { connectionId, tab, search: this.#search, language, from, to });
      if (!reply.ok) return reply;
      const { rows, count, groups } = reply.value;
      return ok({ from, rows, count, ontaken: () => void (this.#groups = groups) });
    });
  }

  /** Null until the person, or `open`, has chosen a tab. */
  get tab(): ListedTab | null {
    return this.#tab;
  }

  /** The parts of the open tab, in the order of its rows; empty for another tab, and without rows. */
  get groups(): readonly CountedGroup[] {
    return this.sets.count === 0 ? [] : this.#groups;
  }

  get search(): string {
    return this.#search;
  }

  /** Change sets under each tab; null until they have arrived. */
  get counts(): Counts | null {
    return this.#counts.current;
  }

  /** Why the core refused the last tick; null once it took one. */
  get tickFailure(): Failure | null {
    return this.#ticking.failure;
  }

  /** Opens a change set beside the list, without a step for Back. */
  choose({ id }: Pick<ListedChangeSet, 'id'>): void {
    const { app, connectionId } = this.#ports;
    app.router.note({ kind: 'changes', id, tab: this.tab }, connectionId);
  }

  /** Releases a change set, or holds it on this computer. */
  async include({ id }: Pick<ListedChangeSet, 'id'>, isIncluded: boolean): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const name = isIncluded ? 'changes.release' : 'changes.hold';
    await this.#ticking.runBeside(() => bridge.ask(name, { connectionId, target: { changeSetId: id } }));
    await Promise.all([this.refresh(), this.opened.refresh()]);
  }

  /** Follows the address, and asks again whenever an edit moves. @returns stops watching */
  watch(): () => void {
    const { bridge, app } = this.#ports;
    this.#follow();
    // A replay announces changes faster than a change set is read, and each question would overtake the one before.
    const again = throttle(() => Promise.all([this.refresh(), this.opened.refresh()]));
    const stops = [app.router.follow(() => this.#follow()), bridge.listen('changes.changed', again)];
    return () => stops.forEach((stop) => stop());
  }

  /** @param tab null keeps the tab of the last visit, which is at first the open one */
  async open(tab: ChangesTab | null): Promise<void> {
    const wanted = tab === null ? this.#tab : listedTabOf(tab);
    if (this.#tab !== null && wanted === this.#tab) return this.refresh();
    await Promise.all([this.#count(), this.#choose(wanted ?? 'open')]);
  }

  async find(search: string): Promise<void> {
    this.#search = search;
    await this.sets.renew();
  }

  async refresh(): Promise<void> {
    await Promise.all([this.#count(), this.sets.refresh()]);
  }

  #follow(): void {
    const { target } = this.#ports.app.router;
    if (target.kind === 'changes') void Promise.all([this.open(target.tab), this.opened.open(target.id)]);
  }

  async #choose(tab: ListedTab): Promise<void> {
    this.#tab = tab;
    this.#groups = [];
    this.sets.clear();
    await this.sets.refresh();
  }

  async #count(): Promise<void> {
    const before = this.counts;
    const now = await this.#counts.ask();
    if (before === null || now === null) return;
    // The core announces a failed try as well, and that moves nothing.
    if (changesTab.options.some((tab) => before[tab] !== now[tab])) this.dryRun.noteMoved();
  }
}
