import { chainsOf } from '../../src/domain/chain.ts';
import type { Learnt } from '../../src/domain/connection.ts';
import { sameBinding, type Edit } from '../../src/domain/edit.ts';
import type { Field } from '../../src/domain/field.ts';
import type { ChangeSetId, FileKey } from '../../src/domain/ids.ts';
import { outcomeOf } from '../../src/domain/outcome.ts';
import { rehearse, worstOf, type RehearsedField, type RehearsedFile } from '../../src/domain/rehearsal.ts';
import type { FileRecord } from '../../src/domain/file.ts';
import type { FileOf } from '../database/outbox-types.ts';
import { ownValuesIn } from './own-values.ts';
import type { SyncPorts } from './ports.ts';
import { readFile } from './read-file.ts';

export type RehearsalLine = {
  readonly key: FileKey;
  readonly verdict: RehearsedFile;
  readonly fields: readonly RehearsedField[];
};
export type Rehearsal = {
  readonly against: 'service' | 'copy';
  readonly asOfMs: number;
  readonly lines: readonly RehearsalLine[];
};

const FILES_AT_ONCE = 4;

/**
 * Says what sending would do, writing nothing: the touched records are read again, or, when the service cannot be
 * reached, the copy stands in for them.
 *
 * @param only change sets to rehearse; null for everything that waits
 */
export async function dryRun(
  ports: SyncPorts,
  only: readonly ChangeSetId[] | null,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const run = new DryRun(ports, only, signal);
  const keys = ports.outbox.filesWithOpenChanges(ports.connection().id);
  const lines: RehearsalLine[] = [];
  const waiting = [...keys];
  const work = async (): Promise<void> => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      const line = await run.line(key);
      if (line !== null) lines.push(line);
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
  return { against: run.isOffline ? 'copy' : 'service', asOfMs: run.asOfMs, lines };
}

class DryRun {
  readonly #ports: SyncPorts;
  readonly #only: ReadonlySet<ChangeSetId> | null;
  readonly #signal: AbortSignal;
  /** Kept for this run alone: what is learnt on the way is written down by sending, not by trying. */
  #learnt: Learnt;
  readonly #learn = (lesson: Partial<Learnt>): void => void (this.#learnt = { ...this.#learnt, ...lesson });
  isOffline: boolean;
  asOfMs: number;

  constructor(ports: SyncPorts, only: readonly ChangeSetId[] | null, signal: AbortSignal) {
    this.#ports = ports;
    this.#only = only === null ? null : new Set(only);
    this.#signal = signal;
    this.#learnt = ports.connection().learnt;
    this.isOffline = !ports.mayAsk();
    this.asOfMs = ports.clock.nowMs();
  }

  /** @returns null when nothing of the file would be sent */
  async line(key: FileKey): Promise<RehearsalLine | null> {
    const of: FileOf = { ...key, connectionId: this.#ports.connection().id };
    const edits = this.#ports.outbox.openEdits(of).filter(({ binding }) => sameBinding(binding, this.#ports.binding()));
    const changes = edits.flatMap((edit) => edit.changes);
    // A refused change, or one of a file that was gone, keeps the whole file back until the person has seen to it.
    if (changes.some(({ status }) => status === 'refused' || status === 'gone')) return null;
    const fields = new Set(edits.filter((edit) => this.#isWanted(edit)).flatMap(queuedFields));
    if (!chainsOf(changes).some(({ field }) => fields.has(field))) return null;
    const record = await this.#record(of);
    if (record === 'gone' || record === 'unknown') return { key, verdict: record, fields: [] };
    const own = ownValuesIn(this.#ports.outbox, of, this.#ports.clock.nowMs());
    // Every field is judged with all that waits for it, whatever gesture it is from: they would be sent together.
    const rehearsed = rehearse(changes, record, own).filter(({ field }) => fields.has(field));
    return { key, verdict: worstOf(rehearsed), fields: rehearsed };
  }

  #isWanted({ changeSetId }: Edit): boolean {
    return this.#only?.has(changeSetId) ?? true;
  }

  async #record(of: FileOf): Promise<FileRecord | 'gone' | 'unknown'> {
    if (this.isOffline) return this.#copied(of);
    const { service, clock } = this.#ports;
    const read = await readFile(of, { service, clock, learn: this.#learn, learnt: () => this.#learnt }, this.#signal);
    if (read.ok) return read.value.record;
    if (outcomeOf(read.failure).kind === 'gone') return 'gone';
    this.isOffline = true;
    return this.#copied(of);
  }

  #copied(of: FileOf): FileRecord | 'unknown' {
    const mirrored = this.#ports.files.get(of);
    if (mirrored === null) return 'unknown';
    this.asOfMs = Math.min(this.asOfMs, mirrored.seenAtMs);
    return mirrored.record;
  }
}

const queuedFields = ({ changes }: Edit): readonly Field[] =>
  changes.filter(({ status }) => status === 'queued').map(({ field }) => field);
