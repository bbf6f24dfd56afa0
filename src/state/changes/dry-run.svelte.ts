import type { DryRun } from '../../contract/changes.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { ChangeSetId } from '../../domain/core/ids.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** Files shown at first; a person asks for the next block. */
const BLOCK_FILES = 100;

/** The subject of a dry run: one change set; null for all that wait. */
export type DryRunSubject = { readonly id: ChangeSetId; readonly title: string } | null;

/** A dry run: a person asks for it, and its result stays until they put it away. */
export class DryRunState {
  readonly #result: Query<DryRunSubject, DryRun>;
  #of = $state.raw<DryRunSubject>(null);
  #isOpen = $state(false);
  #isOutdated = $state(false);
  #wanted = $state(BLOCK_FILES);

  /** Files that need a person come first. */
  readonly shown = $derived.by(() => this.result?.files.slice(0, this.#wanted) ?? []);
  /** Files in the answer that are not shown yet. */
  readonly left = $derived.by(() => (this.result?.files.length ?? 0) - this.shown.length);
  /** All files of the dry run, listed in the answer or not. */
  readonly files = $derived.by(() => Object.values(this.result?.counts ?? {}).reduce((sum, files) => sum + files, 0));

  constructor({ bridge, connectionId }: ScreenPorts) {
    this.#result = new Query((of) => {
      const changeSetIds = of === null ? null : [of.id];
      return bridge.ask('changes.dryRun', { connectionId, changeSetIds });
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
  /** Changes have moved since the dry run. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  async run(of: DryRunSubject): Promise<void> {
    const isSame = this.#isOpen && of?.id === this.#of?.id;
    if (!isSame || this.failure !== null) this.#result.clear();
    this.#of = of;
    this.#isOpen = true;
    this.#isOutdated = false;
    if ((await this.#result.ask(of)) !== null) this.#wanted = BLOCK_FILES;
  }

  again(): Promise<void> {
    return this.run(this.#of);
  }

  more(): void {
    this.#wanted += BLOCK_FILES;
  }

  noteMoved(): void {
    this.#isOutdated = this.#isOpen;
  }

  close(): void {
    this.#isOpen = false;
    this.#result.clear();
  }
}
