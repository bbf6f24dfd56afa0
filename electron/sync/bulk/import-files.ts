import type { Network } from '../../../src/domain/core/ids.ts';
import { failureClassOf } from '../../../src/domain/service/failure-class.ts';
import { describeFailure, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { ImportedLine } from '../../../src/domain/files/file.ts';
import { parseIdList, type ListedId } from './id-list.ts';
import { applyRemoteRecord } from '../ingest/apply-remote-record.ts';
import type { SyncPorts } from '../ports.ts';
import { readFile } from '../ingest/read-file.ts';

/** `added` counts the files that are in the mirror now. */
export type ImportedFiles = { readonly lines: readonly ImportedLine[]; readonly added: number };

/** Reads the files of a pasted list into the mirror of a service that lists none, and reports on every line. */
export async function importFiles(
  ports: SyncPorts,
  text: string,
  defaultNetwork: Network,
  signal: AbortSignal,
): Promise<ImportedFiles> {
  const listed = parseIdList(text);
  const lines: ImportedLine[] = [];
  // After a failure of the whole connection the other lines are not asked for.
  let haltReason: string | null = null;
  for (const one of listed) {
    const reason: string | null = haltReason ?? (await importOne(ports, one, defaultNetwork, signal));
    if (reason?.startsWith(HALT) === true) haltReason = reason;
    lines.push({ line: one.line, text: one.text, reason });
    ports.progress({ kind: 'import', done: lines.length, total: listed.length });
  }
  ports.progress(null);
  return { lines, added: lines.filter((line) => line.reason === null).length };
}

const HALT = 'Not asked: ';

async function importOne(
  ports: SyncPorts,
  { id, network }: ListedId,
  defaultNetwork: Network,
  signal: AbortSignal,
): Promise<string | null> {
  if (id === null) return 'This is not a file id.';
  const { connection, outbox } = ports;
  const of = { connectionId: connection().id, network: network ?? defaultNetwork, id };
  const requestSeq = outbox.nextRequestSeq();
  const read = await readFile(of, ports, signal);
  if (!read.ok) return reasonOf(read.failure);
  applyRemoteRecord(ports, of, read.value, requestSeq);
  return null;
}

function reasonOf(failure: RemoteFailure): string {
  const { kind } = failureClassOf(failure);
  if (kind === 'gone') return 'The service has no file with this id on this network.';
  const isAboutFile = kind === 'refused' || kind === 'conflict' || failure.kind === 'wrongRecord';
  return isAboutFile ? describeFailure(failure) : `${HALT}${describeFailure(failure)}`;
}
