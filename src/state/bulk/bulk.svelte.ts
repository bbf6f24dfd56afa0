import { MOST_OPERATIONS, type Plan } from '../../contract/bulk.ts';
import type { Input } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { StagedEdit } from '../../domain/palette/staged-edit.ts';
import type { CountedSelection } from '../../domain/files/queries.ts';
import { isFit, newDraft, operationOf, type OperationDraft, type OperationKind } from './operation-draft.ts';
import { PlanPreview } from './plan-preview.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';
import type { SelectionState } from '../files/selection.svelte.ts';

export type BulkEditKind = 'metadata' | 'names';

const firstKind: Record<BulkEditKind, OperationKind> = { metadata: 'setKey', names: 'replaceInName' };

/** The inputs of a step as a person would have typed them. */
const typedAs = (operation: StagedEdit): Partial<OperationDraft> =>
  operation.kind === 'setKey'
    ? { key: operation.key, value: operation.value }
    : { stem: operation.stem, first: String(operation.first), digits: String(operation.digits) };

/** One edit of many files: the drafts of its steps, then its plan, then its place in the outbox. */
export class BulkState {
  readonly #ports: ScreenPorts;
  readonly #selection: SelectionState;
  #kind = $state<BulkEditKind>('metadata');
  /** Frozen when the edit starts: a change of the list meanwhile does not matter. */
  #subject = $state.raw<CountedSelection | null>(null);
  /** The drafts of both kinds of bulk edit. They outlive the dialog until a person queues them. */
  #drafts = $state<Record<BulkEditKind, OperationDraft[]>>({ metadata: [], names: [] });
  #preview = $state.raw<PlanPreview | null>(null);
  readonly #plan: Query<Input<'bulk.prepare'>, Plan>;
  #lastId = 0;
  #latest = 0;

  readonly drafts: OperationDraft[] = $derived(this.#drafts[this.#kind]);
  readonly isFit = $derived(this.drafts.length > 0 && this.drafts.every(isFit));
  readonly canAdd = $derived(this.drafts.length < MOST_OPERATIONS);
  readonly isOpen = $derived(this.#subject !== null);
  readonly files = $derived(this.#preview?.plan.files ?? this.#subject?.count ?? 0);

  constructor(ports: ScreenPorts, selection: SelectionState) {
    this.#ports = ports;
    this.#selection = selection;
    this.#plan = new Query((input) => ports.bridge.ask('bulk.prepare', input));
  }

  get kind(): BulkEditKind {
    return this.#kind;
  }
  /** The plan; null while a person types the steps. */
  get preview(): PlanPreview | null {
    return this.#preview;
  }
  get isPreparing(): boolean {
    return this.#plan.isLoading;
  }
  get failure(): Failure | null {
    return this.#plan.failure;
  }

  open(kind: BulkEditKind): void {
    if (this.#selection.isEmpty) return;
    this.#latest += 1;
    if (this.#selection.isCounted) this.#begin(kind);
    else this.#whenCounted(() => this.#begin(kind));
  }

  /** Opens with a step that a person has typed elsewhere, after those typed here. */
  openWith(operation: StagedEdit): void {
    const kind = operation.kind === 'setKey' ? 'metadata' : 'names';
    this.#kind = kind;
    this.#append({ ...newDraft(++this.#lastId, operation.kind), ...typedAs(operation) });
    this.open(kind);
  }

  /**
   * Opens with a value for files that nobody has selected, after the steps typed here. The person may choose another key.
   *
   * @param subject asked for once the files are counted
   */
  openForKey(subject: () => CountedSelection, typed: Pick<OperationDraft, 'key' | 'value'>): void {
    this.#whenCounted(() => {
      const { selection, count } = subject();
      if (count === 0) return;
      this.#kind = 'metadata';
      this.#append({ ...newDraft(++this.#lastId, 'setKey'), ...typed });
      this.#subject = { selection, count };
    });
  }

  /** Ends in nothing where the person has left the screen, or asked for something else, meanwhile. */
  #whenCounted(begin: () => void): void {
    const request = ++this.#latest;
    void this.#selection.counted().then((isWhole) => isWhole && request === this.#latest && begin());
  }

  #begin(kind: BulkEditKind): void {
    if (this.#selection.isEmpty) return;
    this.#kind = kind;
    this.#subject = { selection: this.#selection.chosen, count: this.#selection.count };
    if (this.#drafts[kind].length === 0) this.add();
  }

  #append(step: OperationDraft): void {
    this.#drafts[this.#kind] = [...this.drafts.filter(isFit).slice(0, MOST_OPERATIONS - 1), step];
  }

  add(): void {
    if (this.canAdd) this.drafts.push(newDraft(++this.#lastId, firstKind[this.#kind]));
  }

  remove(id: number): void {
    this.#drafts[this.#kind] = this.drafts.filter((draft) => draft.id !== id);
  }

  /** Asks for the plan of the steps, and queues nothing. */
  async prepare(): Promise<void> {
    const subject = this.#subject;
    if (subject === null || !this.isFit || this.isPreparing) return;
    const { bridge, connectionId } = this.#ports;
    this.#plan.clear();
    const operations = this.drafts.map(operationOf);
    const plan = await this.#plan.ask({ connectionId, selection: subject.selection, operations });
    if (plan !== null) this.#preview = new PlanPreview(bridge, plan);
  }

  /** One level: from the preview to the steps, from the steps to the list. Nothing typed is lost. */
  back(): void {
    if (this.#isApplying) return;
    if (this.#preview !== null) this.#preview = null;
    else if (!this.isPreparing) this.#subject = null;
    this.#plan.clear();
  }

  close(): void {
    if (this.#isApplying) return;
    this.#latest += 1;
    this.#plan.clear();
    this.#preview = null;
    this.#subject = null;
  }

  /** An edit that is being queued stays: its failure has to be told, and what was typed into the next one is not its own. */
  get #isApplying(): boolean {
    return this.#preview?.isApplying === true;
  }

  /** @returns whether it is queued; then the files are no longer selected */
  async apply(): Promise<boolean> {
    const preview = this.#preview;
    if (preview === null || !(await preview.apply())) return false;
    this.#drafts[this.#kind] = [];
    this.#selection.clear();
    this.close();
    return true;
  }
}
