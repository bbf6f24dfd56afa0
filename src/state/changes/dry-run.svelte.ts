import type { DryRun } from '../../contract/changes.ts';
import type { SyncStatus } from '../../contract/connections.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { ChangeSetId } from '../../domain/core/ids.ts';
import { fileStateCounts } from '../../domain/edits/edit.ts';
import type { DryRunVerdict } from '../../domain/edits/dry-run/dry-run.ts';
import { type DryRunGroup, dryRunGroups, tapeOfCounts } from '../../domain/edits/dry-run/dry-run-groups.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** Files shown of each verdict at first; a person asks for the next block. */
const FIRST_FILES = 12;
const BLOCK_FILES = 100;

/** The subject of a dry run: one change set; null for all that wait. */
export type DryRunSubject = { readonly id: ChangeSetId; readonly title: string } | null;

/** Files with the same verdict, and those of them that are shown. */
export type ShownVerdict = DryRunGroup<DryRun['files'][number]> & { readonly shown: DryRun['files'] };

/** A dry run: a person asks for it, and its result stays until they put it away. */
export class DryRunState {
  readonly #connections: ScreenPorts['app']['connections'];
  readonly #connectionId: string;
  readonly #result: Query<DryRunSubject, DryRun>;
  #of = $state.raw<DryRunSubject>(null);
  #isOpen = $state(false);
  #isOutdated = $state(false);
  #statusThen = $state.raw<SyncStatus | null>(null);
  #wanted = $state.raw<Partial<Record<DryRunVerdict, number>>>({});

  /** The files by verdict, those that need a person first, as far as a person looks. */
  readonly groups = $derived.by((): readonly ShownVerdict[] => {
    const groups = this.result === null ? [] : dryRunGroups(this.result.counts, this.result.files);
    return groups.map((group) => ({
      ...group,
      shown: group.files.slice(0, this.#wanted[group.verdict] ?? FIRST_FILES),
    }));
  });
  /** One letter for each file, those that need a person first. */
  readonly tape = $derived.by(() => (this.result === null ? '' : tapeOfCounts(this.result.counts)));
  /** All files of the dry run, listed in the answer or not. */
  readonly files = $derived.by(() => Object.values(this.result?.counts ?? {}).reduce((sum, files) => sum + files, 0));

  /** Files of a change set settle one by one, and the number of change sets stays as it is until the last one has. */
  readonly #haveFilesMoved = $derived.by(() => {
    const [then, now] = [this.#statusThen?.counts, this.#statusNow?.counts];
    if (!this.#isOpen || this.isAsking || then === undefined || now === undefined) return false;
    return fileStateCounts.keyof().options.some((state) => then[state] !== now[state]);
  });

  constructor({ bridge, connectionId, app }: ScreenPorts) {
    this.#connections = app.connections;
    this.#connectionId = connectionId;
    this.#result = new Query(async (of) => {
      const changeSetIds = of === null ? null : [of.id];
      const answer = await bridge.ask('changes.dryRun', { connectionId, changeSetIds });
      this.#statusThen = this.#statusNow;
      return answer;
    }, 'forget');
  }

  get of(): DryRunSubject {
    return this.#of;
  }
  get result(): DryRun | null {
    return this.#result.current;
  }
  get failure(): Failure | null {
    return this.#result.failure;
  }
  get isOpen(): boolean {
    return this.#isOpen;
  }
  get isAsking(): boolean {
    return this.#result.isLoading;
  }
  /** How the connection stood at the answer: the network may have come back since, and the copy may be newer. */
  get statusThen(): SyncStatus | null {
    return this.#statusThen;
  }
  /** Changes have moved since the dry run. */
  get isOutdated(): boolean {
    return this.#isOutdated || this.#haveFilesMoved;
  }

  get #statusNow(): SyncStatus | null {
    return this.#connections.summaryOf(this.#connectionId)?.status ?? null;
  }

  async run(of: DryRunSubject): Promise<void> {
    const isSame = this.#isOpen && of?.id === this.#of?.id;
    if (!isSame || this.failure !== null) this.#result.clear();
    this.#of = of;
    this.#isOpen = true;
    this.#isOutdated = false;
    if ((await this.#result.ask(of)) !== null) this.#wanted = {};
  }

  again(): Promise<void> {
    return this.run(this.#of);
  }

  more(verdict: DryRunVerdict): void {
    this.#wanted = { ...this.#wanted, [verdict]: (this.#wanted[verdict] ?? FIRST_FILES) + BLOCK_FILES };
  }

  noteMoved(): void {
    this.#isOutdated = this.#isOpen;
  }

  close(): void {
    this.#isOpen = false;
    this.#result.clear();
  }
}
