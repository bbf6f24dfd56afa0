import type { CopiedPart } from '../../domain/connections/copied-parts.ts';
import type { ConnectionSummary } from '../../contract/connections.ts';
import type { FileCounts } from '../../contract/files.ts';
import type { Network } from '../../domain/core/ids.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';
import type { ChangesTab } from '../../domain/edits/edit.ts';
import { type FileFilters, noFilters } from '../../domain/files/file-filter.ts';
import type { FileQuery } from '../../domain/files/queries.ts';
import type { KeyCounts } from '../../domain/keys/api-key.ts';

export type ChangeCounts = Readonly<Record<ChangesTab, number>>;

/** Counts for the navigation. A count stays as it was when a question fails: the screens say why. */
export class CountsState {
  readonly #ports: ScreenPorts;
  readonly #files: Query<void, FileCounts>;
  readonly #keys: Query<void, KeyCounts>;
  readonly #changes: Query<void, ChangeCounts>;

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#files = new Query(() => bridge.ask('files.counts', { connectionId }));
    this.#keys = new Query(() => bridge.ask('keys.counts', { connectionId }));
    this.#changes = new Query(() => bridge.ask('changes.counts', { connectionId }));
  }

  /** Null until the first answer, and while nothing was ever copied: "0" would be a claim about the service. */
  get files(): FileCounts | null {
    return this.#known(this.#files.current);
  }
  /** Null also for a network that is not copied, or not yet: "0" would be a claim about the service. */
  get networks(): Readonly<Record<Network, number | null>> {
    const of = (network: Network): number | null => {
      const count = this.files?.[network] ?? null;
      return count === 0 && (this.#isFirstCopy || !this.#isCopied(network)) ? null : count;
    };
    return { public: of('public'), private: of('private') };
  }
  /** Null also where the copy has none because the token may not list them, or because they are left out. */
  get keys(): KeyCounts | null {
    const mayList = this.#connection?.connection.learnt.keys.kind !== 'no';
    const keys = this.#known(this.#keys.current);
    return (mayList && this.#isCopied('keys')) || keys?.all !== 0 ? keys : null;
  }
  get changes(): ChangeCounts | null {
    return this.#changes.current;
  }

  /** The files that the navigation counts for a query; null for a query that it does not count. */
  filesOf({ search, sort: _, ...filters }: FileQuery): number | null {
    const { files } = this;
    if (files === null || search !== '') return null;
    const { network, group, edited, mark, ...rest } = filters;
    const isOnly = (one: Partial<FileFilters>): boolean =>
      JSON.stringify({ ...noFilters, ...one }) ===
      JSON.stringify({ ...noFilters, ...rest, network, group, edited, mark });
    if (isOnly({})) return files.all;
    if (network !== null && isOnly({ network })) return files[network];
    if (edited && isOnly({ edited })) return files.edited;
    if (mark === 'star' && isOnly({ mark })) return files.starred;
    if (group === null || !isOnly({ group })) return null;
    return files.groups.find(({ value }) => value === group)?.count ?? null;
  }

  get #connection(): ConnectionSummary | null {
    const { app, connectionId } = this.#ports;
    return app.connections.summaryOf(connectionId);
  }

  get #isFirstCopy(): boolean {
    return this.#connection?.status.caughtUpAtMs === null;
  }

  #isCopied(part: CopiedPart): boolean {
    return this.#connection?.connection.copiedParts.includes(part) ?? true;
  }

  #known<Counted extends { readonly all: number }>(counted: Counted | null): Counted | null {
    return counted?.all === 0 && this.#isFirstCopy ? null : counted;
  }

  /** @returns stops watching */
  watch(): () => void {
    const { bridge } = this.#ports;
    const stops = [
      this.#files.watch(bridge, ['files.changed']),
      this.#keys.watch(bridge, ['keys.changed']),
      // A scan moves edits from waiting to needing a person.
      this.#changes.watch(bridge, ['changes.changed', 'status.changed']),
    ];
    return () => stops.forEach((stop) => stop());
  }
}
