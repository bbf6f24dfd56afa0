import { MOST_TABLE_FILES, type TableFormat } from '../../domain/files/table-size.ts';
import type { Input, Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { CountedSelection } from '../../domain/files/queries.ts';
import type { FilesState } from '../files/files.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';
import type { SelectionState } from '../files/selection.svelte.ts';

/** A `table` comes back after a person edited it elsewhere; a `copy` is a file of everything, to keep. */
export const exportPurposes = ['table', 'copy'] as const;
export type ExportPurpose = (typeof exportPurposes)[number];

/** An export of the selected files, or of the whole list. */
export class TableExportState {
  readonly #ports: ScreenPorts;
  readonly #selection: SelectionState;
  readonly #files: FilesState;
  purpose = $state<ExportPurpose>('table');
  /** The format of a table; a copy has its own. */
  format = $state<TableFormat>('csv');
  #subject = $state.raw<CountedSelection | null>(null);
  readonly #table: Query<Input<'table.export'>, Output<'table.export'>>;
  #latest = 0;

  readonly isOpen = $derived(this.#subject !== null);
  readonly files = $derived(this.#subject?.count ?? 0);
  readonly isTooManyForATable = $derived(this.files > MOST_TABLE_FILES);

  constructor(ports: ScreenPorts, { selection, files }: { selection: SelectionState; files: FilesState }) {
    this.#ports = ports;
    this.#selection = selection;
    this.#files = files;
    this.#table = new Query((input) => ports.bridge.ask('table.export', input));
  }

  get isMaking(): boolean {
    return this.#table.isLoading;
  }
  get failure(): Failure | null {
    return this.#table.failure;
  }

  open(): void {
    const isCounted = this.#selection.isEmpty ? this.#files.list?.isCounted !== false : this.#selection.isCounted;
    this.#latest += 1;
    if (isCounted) this.#begin();
    else this.#whenCounted();
  }

  /** Ends in nothing where the person has left the screen meanwhile. */
  #whenCounted(): void {
    const request = ++this.#latest;
    void this.#selection.counted().then((isWhole) => isWhole && request === this.#latest && this.#begin());
  }

  #begin(): void {
    this.#ports.app.exports.forgetFailure();
    const count = this.#selection.isEmpty ? (this.#files.list?.count ?? 0) : this.#selection.count;
    this.#subject = { selection: this.#selection.chosen, count };
    this.purpose = count > MOST_TABLE_FILES ? 'copy' : 'table';
  }

  close(): void {
    this.#latest += 1;
    this.#table.clear();
    this.#subject = null;
  }

  /** Begins to write a copy; the state of the library export shows its progress. */
  async keep(): Promise<void> {
    const subject = this.#subject;
    if (subject === null) return;
    const { app, connectionId } = this.#ports;
    // The person may have closed the dialog meanwhile, and opened it about other files.
    if ((await app.exports.start(connectionId, subject.selection)) && this.#subject === subject) this.close();
  }

  /** @returns null when it failed, as `failure` says, or when the person closed the dialog meanwhile */
  async make(): Promise<string | null> {
    const subject = this.#subject;
    if (subject === null || this.isMaking) return null;
    const { connectionId } = this.#ports;
    const { format } = this;
    return (await this.#table.ask({ connectionId, selection: subject.selection, format }))?.text ?? null;
  }
}
