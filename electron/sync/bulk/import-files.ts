import { type FileKey, fileKeyText, type Network } from '../../../src/domain/core/ids.ts';
import type { ImportedLine, ImportReason } from '../../../src/domain/service/imported-line.ts';
import {
  failureClassOf,
  FAILURES_BEFORE_PAUSE,
  isOutage,
  lastFailureOf,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import { applyRemoteRecord, isOvertaken } from '../ingest/apply-remote-record.ts';
import { isLagging } from '../ingest/lagging-read.ts';
import { readFile } from '../ingest/read-file.ts';
import type { SyncPorts } from '../ports.ts';
import type { ListedId } from './id-list.ts';
import type { Lines } from './lines.ts';

/** `added` counts the files that are in the mirror now. */
export type ImportedFiles = { readonly lines: readonly ImportedLine[]; readonly added: number };

const STOPPED: ImportReason = { kind: 'stopped' };
const NOT_AN_ID: ImportReason = { kind: 'notAnId' };

/**
 * Reads the files of a pasted list into the mirror of a service that lists none, and reports on every line. A file of several
 * lines is asked for once. After an abort, or a failure of the whole connection, the other files are not asked for.
 */
export async function importFiles(
  ports: SyncPorts,
  listed: Lines<ListedId>,
  defaultNetwork: Network,
  signal: AbortSignal,
): Promise<ImportedFiles> {
  try {
    return await importedLines(ports, listed, defaultNetwork, signal);
  } finally {
    ports.progress(null);
  }
}

async function importedLines(
  ports: SyncPorts,
  listed: Lines<ListedId>,
  defaultNetwork: Network,
  signal: AbortSignal,
): Promise<ImportedFiles> {
  const lines: ImportedLine[] = [];
  /** Of each file that was asked for. */
  const reasons = new Map<string, ImportReason | null>();
  let haltReason: ImportReason | null = null;
  const failures = new Failures();
  for await (const slice of listed.slices()) {
    for (const { line, text, network, id } of slice) {
      const key = id === null ? null : { network: network ?? defaultNetwork, id };
      const earlier = key === null ? undefined : reasons.get(fileKeyText(key));
      if (signal.aborted) haltReason ??= STOPPED;
      const found: ImportReason | null =
        earlier === undefined
          ? (haltReason ?? (key === null ? NOT_AN_ID : failures.judged(await importOne(ports, key, signal))))
          : earlier;
      const reason: ImportReason | null = found?.kind === 'notAsked' && signal.aborted ? STOPPED : found;
      if (found?.kind === 'notAsked') haltReason ??= reason;
      lines.push({ line, text, network, reason });
      if (key === null || earlier !== undefined || haltReason !== null) continue;
      reasons.set(fileKeyText(key), reason);
      reportProgress(ports, lines.length, listed.count);
    }
    reportProgress(ports, lines.length, listed.count);
  }
  return { lines, added: [...reasons.values()].filter((reason) => reason === null).length };
}

const reportProgress = (ports: SyncPorts, done: number, total: number): void =>
  ports.progress({ kind: 'import', done, total });

/** @returns a failure; null once the mirror has the file */
async function importOne(ports: SyncPorts, key: FileKey, signal: AbortSignal): Promise<RemoteFailure | null> {
  const { connection, outbox } = ports;
  const of = { ...key, connectionId: connection().id };
  const requestSeq = outbox.nextRequestSeq();
  const read = await readFile(of, ports, signal);
  if (!read.ok) return read.failure;
  const isOlder = isOvertaken(ports, of, requestSeq) || isLagging(ports, of, read.value);
  if (!isOlder) applyRemoteRecord(ports, of, read.value, requestSeq);
  return null;
}

/** Tells failures of one file from those of the whole connection, which the same failure of several in a row is too. */
class Failures {
  #undecidedInARow = 0;

  judged(failure: RemoteFailure | null): ImportReason | null {
    const about = failure === null ? 'file' : aboutOf(failure);
    this.#undecidedInARow = about === 'undecided' ? this.#undecidedInARow + 1 : 0;
    if (failure === null) return null;
    if (failureClassOf(failure).kind === 'gone') return { kind: 'notFound' };
    const isOfFile = about !== 'connection' && this.#undecidedInARow < FAILURES_BEFORE_PAUSE;
    return { kind: isOfFile ? 'failed' : 'notAsked', failure: lastFailureOf(failure) };
  }
}

function aboutOf(failure: RemoteFailure): 'file' | 'connection' | 'undecided' {
  const { kind } = failureClassOf(failure);
  if (kind === 'refused' || kind === 'conflict' || kind === 'gone' || failure.kind === 'wrongRecord') return 'file';
  return isOutage(failure) || kind === 'token' ? 'connection' : 'undecided';
}
