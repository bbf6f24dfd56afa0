import type { Network } from '../../../src/domain/core/ids.ts';
import type { ImportedLine, ImportReason } from '../../../src/domain/service/imported-line.ts';
import { failureClassOf, lastFailureOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { applyRemoteRecord, isOvertaken } from '../ingest/apply-remote-record.ts';
import { readFile } from '../ingest/read-file.ts';
import type { SyncPorts } from '../ports.ts';
import type { ListedId } from './id-list.ts';
import type { Lines } from './lines.ts';

/** `added` counts the files that are in the mirror now. */
export type ImportedFiles = { readonly lines: readonly ImportedLine[]; readonly added: number };

const STOPPED: ImportReason = { kind: 'stopped' };

/**
 * Reads the files of a pasted list into the mirror of a service that lists none, and reports on every line. After an abort,
 * or a failure of the whole connection, the other lines are not asked for.
 */
export async function importFiles(
  ports: SyncPorts,
  listed: Lines<ListedId>,
  defaultNetwork: Network,
  signal: AbortSignal,
): Promise<ImportedFiles> {
  try {
    const lines = await importedLines(ports, listed, defaultNetwork, signal);
    return { lines, added: lines.filter((line) => line.reason === null).length };
  } finally {
    ports.progress(null);
  }
}

async function importedLines(
  ports: SyncPorts,
  listed: Lines<ListedId>,
  defaultNetwork: Network,
  signal: AbortSignal,
): Promise<readonly ImportedLine[]> {
  const lines: ImportedLine[] = [];
  let haltReason: ImportReason | null = null;
  for await (const slice of listed.slices()) {
    for (const one of slice) {
      if (signal.aborted) haltReason ??= STOPPED;
      const reason: ImportReason | null = haltReason ?? (await importOne(ports, one, defaultNetwork, signal));
      if (reason?.kind === 'notAsked') haltReason ??= signal.aborted ? STOPPED : reason;
      lines.push({ line: one.line, text: one.text, network: one.network, reason });
      if (one.id !== null && haltReason === null) reportProgress(ports, lines.length, listed.count);
    }
    reportProgress(ports, lines.length, listed.count);
  }
  return lines;
}

const reportProgress = (ports: SyncPorts, done: number, total: number): void =>
  ports.progress({ kind: 'import', done, total });

async function importOne(
  ports: SyncPorts,
  { id, network }: ListedId,
  defaultNetwork: Network,
  signal: AbortSignal,
): Promise<ImportReason | null> {
  if (id === null) return { kind: 'notAnId' };
  const { connection, outbox } = ports;
  const of = { connectionId: connection().id, network: network ?? defaultNetwork, id };
  const requestSeq = outbox.nextRequestSeq();
  const read = await readFile(of, ports, signal);
  if (!read.ok) return reasonOf(read.failure);
  if (!isOvertaken(ports, of, requestSeq)) applyRemoteRecord(ports, of, read.value, requestSeq);
  return null;
}

function reasonOf(failure: RemoteFailure): ImportReason {
  const { kind } = failureClassOf(failure);
  if (kind === 'gone') return { kind: 'notFound' };
  const isAboutFile = kind === 'refused' || kind === 'conflict' || failure.kind === 'wrongRecord';
  return { kind: isAboutFile ? 'failed' : 'notAsked', failure: lastFailureOf(failure) };
}
