import type { DryRun } from '../../contract/changes.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { ChangeSetId } from '../../domain/core/ids.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** More are shown when a person asks for them. */
const BLOCK_FILES = 100;

/** What is rehearsed: one change set, or everything that waits. */
export type DryRunSubject = { readonly id: ChangeSetId; readonly title: string } | null;

/** What sending would do: asked for by a person, and shown until they put it away. */
export class DryRunState {
  readonly #ports: ScreenPorts;
  #of = $state.raw<DryRunSubject>(null);
  #result = $state.raw<DryRun | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #isOpen = $state(false);
  #isAsking = $state(false);
  #isOutdated = $state(false);
  #wanted = $state(BLOCK_FILES);
  #latest = 0;

  /** What needs a person first. */
  readonly shown = $derived(this.#result?.files.slice(0, this.#wanted) ?? []);
  /** Files in the answer that are not shown yet. */
  readonly left = $derived((this.#result?.files.length ?? 0) - this.shown.length);
  /** All files that were rehearsed, listed in the answer or not. */
  readonly files = $derived(Object.values(this.#result?.counts ?? {}).reduce((sum, files) => sum + files, 0));

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  get of(): DryRunSubject {
    return this.#of;
  }
  get result(): DryRun | null {
    return this.#result;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  get isOpen(): boolean {
    return this.#isOpen;
  }
  get isAsking(): boolean {
    return this.#isAsking;
  }
  /** Changes have moved since it was asked. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  async run(of: DryRunSubject): Promise<void> {
    const request = ++this.#latest;
    const isSame = this.#isOpen && of?.id === this.#of?.id;
    this.#of = of;
    this.#isOpen = true;
    this.#isAsking = true;
    this.#failure = null;
    if (!isSame) this.#result = null;
    const { bridge, connectionId } = this.#ports;
    const changeSetIds = of === null ? null : [of.id];
    this.#isOutdated = false;
    const reply = await bridge.ask('changes.dryRun', { connectionId, changeSetIds });
    if (request !== this.#latest) return; // another one has been asked for, or it was put away
    this.#isAsking = false;
    this.#failure = reply.ok ? null : reply.failure;
    this.#result = reply.ok ? reply.value : null;
    this.#wanted = BLOCK_FILES;
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
    this.#latest += 1;
    this.#isOpen = false;
    this.#isAsking = false;
    this.#result = null;
    this.#failure = null;
  }
}
